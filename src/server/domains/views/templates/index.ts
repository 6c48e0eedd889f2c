import { distribution } from './distribution.ts';
import { evolution } from './evolution.ts';
import { overview } from './overview.ts';
import { hasFilters, records } from './records.ts';
import type { Draft, Subject } from './subject.ts';

/** A way to begin a view of the records of an entity. */
interface Template {
  /** Whether it has something to show for these records. */
  fits(subject: Subject): boolean;
  /** `dashId` is the number of the view, which its datasets have in their ids. */
  make(dashId: number, subject: Subject): Draft;
}

/** The templates by id, in the order in which they are offered. Their names are the texts `messages.views.templates.<id>`. */
const templates = {
  overview: { fits: () => true, make: overview },
  evolution: { fits: () => true, make: evolution },
  distribution: { fits: ({ groupings }: Subject) => groupings.length > 0, make: distribution },
  records: { fits: hasFilters, make: records },
} as const satisfies Record<string, Template>;

export type TemplateId = keyof typeof templates;
export const templateIds = Object.keys(templates) as TemplateId[];

/** Templates that suit the records, the first one for everything. */
export const templatesFor = (subject: Subject): TemplateId[] =>
  templateIds.filter((id) => templates[id].fits(subject));

export const makeFrom = (id: TemplateId, dashId: number, subject: Subject): Draft =>
  templates[id].make(dashId, subject);
