/** One output of those that a person pasted one after another. */
export interface Part {
  /** As typed in the paste; '' where none stands before the text. */
  readonly command: string;
  readonly text: string;
}

/** What the parsers think of a text. */
export interface Reader {
  /** Its format's name, by the command line that is said to have printed it, else by its look. */
  readonly recognise: (command: string, text: string) => string | undefined;
  /** Does the parser of that format understand every line of it? */
  readonly reads: (format: string, text: string) => boolean;
  /** The lines, counted from 0, that its parser does not understand. */
  readonly unread: (command: string, text: string) => readonly number[];
}
