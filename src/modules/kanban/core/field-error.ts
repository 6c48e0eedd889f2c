/** Validation error of a form's field: the key of its text, and the values in the text. */
export type FieldError = readonly [key: string, values?: Readonly<Record<string, number>>];

export const required: FieldError = ['kanban.sprints.required'];

/** Too long a text is kept as it is typed, and says so: nothing is cut. @param most characters, as the server counts them */
export function lengthError(text: string, most: number): FieldError | undefined {
  const over = [...text.trim()].length - most;
  return over > 0 ? ['kanban.card.tooLong', { count: over, most }] : undefined;
}

/** Validation error of a name that must be given. */
export const nameError = (text: string, most: number): FieldError | undefined =>
  text.trim() === '' ? required : lengthError(text, most);
