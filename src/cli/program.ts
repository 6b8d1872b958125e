import { join } from 'node:path';
import { loadCatalogue } from '../catalogue/load.ts';
import type { CatalogueEntry } from '../model/command.ts';
import { programOf } from '../remote/program.ts';
import { ANSWERED, type Subcommand, USAGE_MISTAKE } from './subcommand.ts';

/** Prints the sh program of a subcommand, for whoever has to read it and to allow it on a host. */
export const programCommand: Subcommand = {
  usage: 'program io|mem|cgroup|cpu|net|all',
  does: 'prints the program that runs on a host; its SHA-256 goes to standard error',
  run: async ([word, ...rest], terminal) => {
    const catalogue = catalogueOrWhy();
    if (typeof catalogue === 'string') {
      terminal.complain(`diagbot program: ${catalogue}`);
      return USAGE_MISTAKE;
    }
    const entry = rest.length === 0 ? catalogue.find(({ name }) => name === word) : undefined;
    if (entry === undefined) {
      terminal.complain(
        `diagbot program: expected one of ${catalogue.map(({ name }) => name).join(', ')}, found '${[word, ...rest].join(' ')}'`,
      );
      return USAGE_MISTAKE;
    }
    const { text, sha256 } = programOf(entry);
    terminal.print(text);
    terminal.complain(`sha256 ${sha256}`);
    return ANSWERED;
  },
};

function catalogueOrWhy(): readonly CatalogueEntry[] | string {
  try {
    return loadCatalogue(join(import.meta.dirname, '..', '..', 'commands'));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
