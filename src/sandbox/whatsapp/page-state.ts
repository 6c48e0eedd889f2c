import type { Entry } from './customer.ts';
import type { Switches } from './switches.ts';
import type { TemplateStatus } from './templates.ts';
import type { Delivery } from './webhook.ts';

/** A customer in the list of the page. */
export interface CustomerRow {
  id: string;
  name: string;
  company: string;
  number: string;
  username: string | null;
  hasWhatsApp: boolean;
  isPhoneOn: boolean;
  /** Milliseconds; null when the 24 hours are over. */
  windowEnd: number | null;
  /** Whether the customer has written since the start. */
  hasWritten: boolean;
  isTyping: boolean;
  unread: number;
  last: Entry | null;
}

/** Everything that the page shows. */
export interface PageState {
  revision: number;
  business: { name: string; number: string };
  customers: CustomerRow[];
  chosen: (CustomerRow & { entries: Entry[] }) | null;
  switches: Switches;
  templates: { id: string; name: string; language: string; status: TemplateStatus }[];
  webhooks: { pending: number; log: Delivery[] };
}
