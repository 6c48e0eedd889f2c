/** Outcome of a task of a sprint when the sprint ended. */
export interface SprintTask {
  id: number;
  projectId: number;
  /** Key of the project and number: "RVR-118". */
  code: string;
  title: string;
  story: string | null;
  priorityId: number | null;
  /** Names of the people on it; the responsible first. */
  people: string[];
  endDate: string | null;
  /** Whether it was in the sprint when that began. */
  planned: boolean;
  /** When it was finished in the sprint; ISO 8601. Null for what was not. */
  doneAt: string | null;
  /** Days from its first start in the sprint until it was finished. */
  cycleDays: number | null;
  /** Where it went: title of a sprint, or the backlog; null for what was finished. */
  movedTo: { sprint: string | null } | null;
}

export interface SprintDay {
  /** YYYY-MM-DD in the tenant's zone. */
  day: string;
  /** Tasks in the sprint at the day's end. */
  scope: number;
  /** Tasks that were not finished at the day's end. */
  remaining: number;
}

/** Conclusions of a person in a sprint. */
export interface SprintPerson {
  /** The responsible person's name; null for tasks without a person. */
  name: string | null;
  done: number;
  /** Mean days per task; one decimal. */
  cycle: number | null;
}

export interface SprintVelocity {
  title: string;
  planned: number;
  done: number;
  /** As in the report of that sprint. */
  cycle: number | null;
}

/**
 * Report of a sprint: of an ended one for ever, of an open one as it is now. Figures count every task, so that they are
 * the same for every reader.
 */
export interface SprintReport {
  planned: number;
  done: number;
  /** Tasks that came in after its start, and that left before its end. */
  added: number;
  removed: number;
  /** Unfinished ones that the end moved elsewhere; those still open in an open sprint. */
  unfinished: number;
  /** Median days per finished task; one decimal. Null where none was finished. */
  cycle: number | null;
  /** Those who concluded most first. */
  people: SprintPerson[];
  days: SprintDay[];
  /** Those that the reader may see. */
  tasks: SprintTask[];
  /** This sprint and those of the board that ended before it, the oldest first; at most seven. */
  velocity: SprintVelocity[];
  /** Note of the review. */
  note: string;
}

/** Where an unfinished task goes at the end of its sprint. */
export interface SprintResolution {
  taskId: number;
  to: number | 'new' | 'backlog' | 'conclude';
}
