import type { PendingFile } from './model-options.ts';

/** Files to upload with the submit, by the placeholder in their field's value, and those that are still being made. */
export class PendingFiles extends Map<string, PendingFile> {
  private readonly making = new Set<Promise<void>>();

  /** Tells of a file that is still being made or checked, such as a part that is cut out of a picture. */
  expect(file: Promise<void>): void {
    const done = file.catch(() => undefined).then(() => void this.making.delete(done));
    this.making.add(done);
  }

  /** Waits until no file is being made: a submission before that would send the one that the user has just replaced. */
  async made(): Promise<void> {
    while (this.making.size > 0) await Promise.all(this.making);
  }
}
