import type { Customer } from './customer.ts';
import type { CustomerRow, PageState } from './page-state.ts';
import type { SandboxProvider } from './provider.ts';

const LOG = 12;

/** The state of the page with the conversation of one customer. */
export function customerState(provider: SandboxProvider, customerId: string | null): PageState {
  const chosen = customerId === null ? undefined : provider.book.byId(customerId);
  return {
    revision: provider.revision,
    business: { name: provider.settings.verifiedName, number: provider.settings.displayNumber },
    customers: provider.book.all.map((one) => rowOf(provider, one)),
    chosen: chosen ? { ...rowOf(provider, chosen), entries: chosen.entries } : null,
    switches: provider.switches,
    templates: provider.templates.map(({ id, name, language, status }) => ({ id, name, language, status })),
    webhooks: { pending: provider.webhooks.pending, log: provider.webhooks.log.slice(0, LOG) },
  };
}

function rowOf(provider: SandboxProvider, customer: Customer): CustomerRow {
  const { id, name, company, number, username, hasWhatsApp, isPhoneOn, entries } = customer;
  return {
    id,
    name,
    company,
    number,
    username,
    hasWhatsApp,
    isPhoneOn,
    hasWritten: customer.lastWroteAt !== null,
    windowEnd: provider.windowEnd(customer),
    isTyping: customer.typingUntil > provider.now(),
    unread: entries.filter(
      (one) => one.from === 'business' && (one.status === 'sent' || one.status === 'delivered'),
    ).length,
    last: entries.at(-1) ?? null,
  };
}
