/** The part of the server's logger that the database layer uses. */
export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}

type Level = keyof Log;

/** Log of what happens before the server's logger exists: it stores the lines and writes them once it is connected. */
export class StartLog implements Log {
  #target: Log | null = null;
  #lines: { level: Level; facts: object; message: string }[] = [];

  info(facts: object, message: string): void {
    this.#write('info', facts, message);
  }

  warn(facts: object, message: string): void {
    this.#write('warn', facts, message);
  }

  error(facts: object, message: string): void {
    this.#write('error', facts, message);
  }

  connect(target: Log): void {
    this.#target = target;
    for (const { level, facts, message } of this.#lines) target[level](facts, message);
    this.#lines = [];
  }

  #write(level: Level, facts: object, message: string): void {
    if (this.#target) this.#target[level](facts, message);
    else this.#lines.push({ level, facts, message });
  }
}
