import { type Drawn, plainText, type Runs } from './drawing.ts';

/** The drawn blocks of one message as lines for a terminal: tables as columns, buttons as [label]. */
export function drawText(drawn: readonly Drawn[], widthColumns: number): readonly string[] {
  return drawn.flatMap((piece) => pieceLines(piece, widthColumns)).map(withoutControls);
}

function pieceLines(piece: Drawn, width: number): readonly string[] {
  switch (piece.kind) {
    case 'heading':
      return ['', ...wrapRuns(piece.runs, width)];
    case 'text':
      return wrapRuns(piece.runs, width);
    case 'quote':
      return wrapRuns(piece.runs, width - 2).map((line) => `| ${line}`);
    case 'list':
      return piece.items.flatMap((item, index) => itemLines(item, piece.ordered ? `${index + 1}. ` : '- ', piece.indent, width));
    case 'code':
      return piece.text.split('\n').map((line) => `    ${line}`);
    case 'table':
      return tableLines(piece.rows, width);
    case 'buttons':
      return [piece.buttons.map((button) => `[${button.label}]`).join(' ')];
    case 'rule':
      return ['-'.repeat(Math.min(width, 60))];
  }
}

function itemLines(item: Runs, mark: string, indent: number, width: number): readonly string[] {
  const margin = '  '.repeat(indent);
  const lines = wrapRuns(item, width - margin.length - mark.length);
  return lines.map((line, index) => margin + (index === 0 ? mark : ' '.repeat(mark.length)) + line);
}

const MIN_COLUMN = 8;

/** Columns as wide as their longest cell; where the row would not fit, the widest ones are narrowed and their cells wrapped. */
function tableLines(rows: readonly (readonly Runs[])[], width: number): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => plainText(cell).trim()));
  const widths = fitColumns(columnWidths(cells), width);
  const lines = cells.flatMap((row) => rowLines(row, widths));
  const headLines = cells[0] === undefined ? 0 : rowLines(cells[0], widths).length;
  const underline = widths.map((columns) => '-'.repeat(columns)).join('  ');
  return [...lines.slice(0, headLines), underline, ...lines.slice(headLines)];
}

function columnWidths(cells: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of cells) {
    row.forEach((cell, column) => {
      const longest = Math.max(...cell.split('\n').map((line) => line.length));
      widths[column] = Math.max(widths[column] ?? 1, longest);
    });
  }
  return widths;
}

function fitColumns(widths: readonly number[], width: number): readonly number[] {
  const fitted = [...widths];
  const room = width - 2 * (widths.length - 1);
  for (;;) {
    const widest = Math.max(...fitted);
    if (fitted.reduce((sum, columns) => sum + columns, 0) <= room || widest <= MIN_COLUMN) return fitted;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
}

function rowLines(row: readonly string[], widths: readonly number[]): readonly string[] {
  const columns = row.map((cell, column) => wrap(cell, widths[column] ?? MIN_COLUMN));
  const height = Math.max(...columns.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map((lines, column) => (lines[line] ?? '').padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function wrapRuns(runs: Runs, width: number): readonly string[] {
  return wrap(plainText(runs).trimEnd(), width);
}

/** Breaks at spaces; a word longer than the line is cut, so that nothing runs out of its column. */
function wrap(text: string, width: number): readonly string[] {
  const limit = Math.max(width, 1);
  return text.split('\n').flatMap((line) => wrapLine(line, limit));
}

function wrapLine(line: string, limit: number): readonly string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > limit) {
    const space = rest.lastIndexOf(' ', limit);
    const end = space > 0 ? space : limit;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...lines, rest];
}

/** Host text must not move the cursor or colour the terminal. */
function withoutControls(line: string): string {
  return line.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
}
