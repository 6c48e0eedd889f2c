/** One result of `npm run doctor`. The text of a warning or an error names the remedy. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const problem = (text: string): Finding => ({ level: 'error', text });
