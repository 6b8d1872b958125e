import { isDigits, readPct, readSize } from '../text/number.ts';

/** A row taken apart from its share of use, which stands before the mount point in every locale. */
export interface DfCells {
  /** Source, and its type where types are shown; nothing where the source stands on the line before. */
  readonly before: readonly string[];
  readonly total: string;
  readonly used: string;
  readonly free: string;
  readonly pct: string;
}

export function cellsOfDf(cells: readonly string[]): DfCells | undefined {
  const at = cells.findIndex((cell, index) => index >= 3 && isShare(cell) && cells[index + 1]?.startsWith('/') === true);
  if (at < 0) return undefined;
  const cell = (back: number) => cells[at - back] ?? '';
  return { before: cells.slice(0, at - 3), total: cell(3), used: cell(2), free: cell(1), pct: cell(0) };
}

function isShare(cell: string): boolean {
  return cell === '-' || (cell.endsWith('%') && isDigits(cell.slice(0, -1)));
}

/** A translated header keeps two things: one of its words ends in %, and none is a path. */
export function isHeader(cells: readonly string[]): boolean {
  if (cells.length < 5 || cells.some((cell) => cell.startsWith('/'))) return false;
  return cells.some((cell) => /^[^\d%]+%$/.test(cell)) || cells.includes('Capacity');
}

/** What df counts: bytes, or inodes with -i. */
export interface DfFigures {
  readonly sizeBytes?: number;
  readonly usedBytes?: number;
  readonly availableBytes?: number;
  readonly usedPct?: number;
  readonly inodes?: number;
  readonly inodesUsed?: number;
  readonly inodesFree?: number;
  readonly inodesUsedPct?: number;
}
export interface DfTable {
  readonly hasType: boolean;
  /** Undefined where a figure is none. */
  readonly figures: (cells: DfCells) => DfFigures | undefined;
}

/** How the rows are read: by the header where there is one, else by the options of the command line. */
export function tableFor(command: string, header: readonly string[] | undefined): DfTable {
  const options =
    command
      .split(/\s[|#]/, 1)[0]
      ?.split(/\s+/)
      .slice(1) ?? [];
  const given = (letter: string, long: string) =>
    options.some((word) => word === long || (/^-[A-Za-z]+$/.test(word) && word.includes(letter)));
  const isInodes = header ? header.some((word) => /^(?:Inodes|IUsed|I-?nodes|Nodos-i|Inode)$/.test(word)) : given('i', '--inodes');
  const hasType = header ? /^(?:Type|Typ|Tipo|Тип)$/.test(header[1] ?? '') : given('T', '--print-type');
  const unit = header ? blockBytes(header) : given('m', '--block-size=M') ? 1024 ** 2 : 1024;
  const base = given('H', '--si') ? 1000 : 1024;
  return { hasType, figures: isInodes ? inodeFigures : (cells) => sizeFigures(cells, unit, base) };
}

/** '1K-blocks', '1024-blocks', '1M-Blöcke', '512-blocks' -> bytes; 'Size' stands over figures that carry their letter. */
function blockBytes(header: readonly string[]): number {
  const match = header.map((word) => /^(\d{1,9})([KMGT]?)(B?)[-\u2011]/.exec(word)).find((found) => found !== null);
  if (!match) return 1;
  const power = match[2] ? 'KMGT'.indexOf(match[2]) + 1 : 0;
  return Number(match[1]) * (match[3] ? 1000 : 1024) ** power;
}

function sizeFigures(cells: DfCells, unit: number, base: number): DfFigures | undefined {
  return figuresOf(cells, SIZES, (cell) => bytesOf(cell, unit, base));
}

/** -H counts its letters in thousands. */
function bytesOf(cell: string, unit: number, base: number): number | undefined {
  const bytes = readSize(cell, unit);
  const power = 'kmgtpe'.indexOf(cell.at(-1)?.toLowerCase() ?? '') + 1;
  return bytes === undefined ? undefined : bytes * (base / 1024) ** power;
}

/** -ih writes 3.2M: a count in powers of 1,024. */
function inodeFigures(cells: DfCells): DfFigures | undefined {
  return figuresOf(cells, INODES, readSize);
}

type Fields = Readonly<Record<'total' | 'used' | 'free' | 'pct', keyof DfFigures>>;
const SIZES: Fields = { total: 'sizeBytes', used: 'usedBytes', free: 'availableBytes', pct: 'usedPct' };
const INODES: Fields = { total: 'inodes', used: 'inodesUsed', free: 'inodesFree', pct: 'inodesUsedPct' };

/** A figure is absent where df prints '-' because the file system does not tell; nothing at all where one is no figure. */
function figuresOf(cells: DfCells, fields: Fields, read: (cell: string) => number | undefined): DfFigures | undefined {
  const figures: { -readonly [Field in keyof DfFigures]: DfFigures[Field] } = {};
  for (const column of ['total', 'used', 'free'] as const) {
    if (cells[column] === '-') continue;
    const value = read(cells[column]);
    if (value === undefined) return undefined;
    figures[fields[column]] = value;
  }
  const pct = readPct(cells.pct);
  if (pct !== undefined) figures[fields.pct] = pct;
  return figures;
}
