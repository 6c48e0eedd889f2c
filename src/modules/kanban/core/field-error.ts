/** What is wrong with a field of a form: the key of its text, and the values in the text. */
export type FieldError = readonly [key: string, values?: Readonly<Record<string, number>>];

export const required: FieldError = ['kanban.sprints.required'];

/** Too long a text is kept as it is typed, and says so: nothing is cut. @param most characters, as the server counts them */
export function lengthError(text: string, most: number): FieldError | undefined {
  const over = [...text.trim()].length - most;
  return over > 0 ? ['kanban.card.tooLong', { count: over, most }] : undefined;
}

/** What is wrong with a name that must be given. */
export const nameError = (text: string, most: number): FieldError | undefined =>
  text.trim() === '' ? required : lengthError(text, most);
