/** Encodings of text files. The UTF ones are recognised; bytes of the last one are valid in any text. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

export const separators = [';', ',', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

/** How a text file is read, where its first bytes do not say it. */
export interface CsvOptions {
  encoding?: Encoding;
  separator?: Separator;
}

/** How a person wants a table read; what is absent is recognised. */
export interface TableOptions extends CsvOptions {
  /** Place of the sheet among the tables of a workbook. */
  sheet?: number;
}

/** How a table was read, as a person may correct it. */
export type TableForm =
  | { kind: 'text'; encoding: Encoding; separator: Separator }
  | { kind: 'workbook'; sheets: string[]; sheet: number };
