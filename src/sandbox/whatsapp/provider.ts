import { CustomerBook, numberOf } from './customer-book.ts';
import { digitsOf, newMessageId, numberKey, type Customer, type Entry, type Status } from './customer.ts';
import { GraphError, invalidParameter, invalidValue, missingParameter, titleOf } from './graph-error.ts';
import { applyToEarlier, contentOf, type CustomerMessage } from './incoming.ts';
import { textOf, wireOf, type Wire } from './json.ts';
import { MediaStore, type MediaKind } from './media.ts';
import { checkMessage, type CheckedMessage } from './message-check.ts';
import { demoSandbox, type SandboxSettings } from './settings.ts';
import { calm, changeSwitches, type Switches } from './switches.ts';
import { demoTemplates, type Template, type TemplateStatus } from './templates.ts';
import { RETRY_PAUSES_MS, WebhookSender, type Carry } from './webhook.ts';
import { contactOf, newEntry, reason, seconds, senderOf, statusOf } from './wire-parts.ts';

const WINDOW_MS = 24 * 3_600_000;
const TYPING_MS = 25_000;
const rank: Readonly<Record<Status, number>> = {
  accepted: 0,
  sent: 1,
  failed: 1,
  delivered: 2,
  read: 3,
  played: 4,
};
const mediaKinds: readonly string[] = [
  'image',
  'video',
  'audio',
  'document',
  'sticker',
] satisfies MediaKind[];

export interface ProviderOptions extends Partial<SandboxSettings> {
  carry: Carry;
  now?: () => number;
  /**
   * Whether the window of customers who have not written since the start counts as open. The sandbox forgets what was before,
   * the demo's server does not.
   */
  isTrusting?: boolean;
  /** Milliseconds from accepting a message to its statuses. */
  pace?: { sent: number; delivered: number };
  retryPausesMs?: readonly number[];
}

/** The WhatsApp Cloud API without Meta: its state, in memory, and its rules. HTTP is the routes' part. */
export class SandboxProvider {
  readonly settings: SandboxSettings;
  readonly media: MediaStore;
  readonly webhooks: WebhookSender;
  readonly templates: Template[] = demoTemplates();
  readonly book = new CustomerBook();
  readonly now: () => number;
  switches: Switches = calm();
  /** Rises with every change, so that a page can ask for news. */
  revision = 1;
  readonly #carry: Carry;
  readonly #isTrusting: boolean;
  readonly #pace: { sent: number; delivered: number };
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: ProviderOptions) {
    const {
      carry,
      now = Date.now,
      isTrusting = false,
      pace = { sent: 150, delivered: 500 },
      retryPausesMs,
      ...settings
    } = options;
    this.settings = { ...demoSandbox, ...settings };
    this.now = now;
    this.media = new MediaStore(now);
    this.#carry = carry;
    this.#isTrusting = isTrusting;
    this.#pace = pace;
    this.webhooks = new WebhookSender({
      appSecret: this.settings.appSecret,
      businessId: this.settings.businessId,
      carry,
      switches: () => this.switches,
      now,
      retryPausesMs: retryPausesMs ?? RETRY_PAUSES_MS,
      onChange: () => this.#touch(),
    });
  }

  close(): void {
    this.webhooks.close();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  /**
   * Answers POST /{phone number id}/messages.
   * @throws GraphError
   */
  send(body: Wire): Wire {
    if (body['messaging_product'] !== 'whatsapp')
      throw invalidParameter('The parameter messaging_product is required and must be "whatsapp".');
    if (body['status'] !== undefined) return this.#acknowledge(body);
    const checked = checkMessage(body, this);
    const { customer, input } = this.#receiver(body);
    const entry = this.#entryOf(checked);
    const refusal = this.#refusalOf(customer, checked);
    if (refusal?.code === 131047 && this.switches.windowRefusal === 'answer')
      throw new GraphError(refusal.code, refusal.details);
    if (refusal || !applyToEarlier(customer.entries, 'business', entry.type, entry.content)) {
      customer.entries.push(entry);
      customer.typingUntil = 0;
    }
    this.#touch();
    if (refusal) this.#later(this.#pace.sent, () => this.#fail(customer, entry, refusal));
    else {
      this.#later(this.#pace.sent, () => this.#report(customer, entry, 'sent'));
      this.#later(this.#pace.delivered, () => {
        if (customer.isPhoneOn) this.#report(customer, entry, 'delivered');
      });
    }
    return {
      messaging_product: 'whatsapp',
      contacts: [{ input, wa_id: customer.username === null ? customer.waId : customer.userId }],
      messages: [{ id: entry.id, ...(entry.type === 'template' ? { message_status: 'accepted' } : {}) }],
    };
  }

  /**
   * Sends a message of a customer to the business.
   * @throws CustomerMessageError
   */
  receive(customer: Customer, message: CustomerMessage): string {
    const content = contentOf(message, this.media);
    const at = message.at ?? this.now();
    const id = newMessageId();
    const stored = message.type === 'contacts' ? { contacts: content } : wireOf(content);
    if (!applyToEarlier(customer.entries, 'customer', message.type, stored))
      customer.entries.push(newEntry(id, 'customer', at, message.type, stored, message.replyTo ?? null));
    customer.lastWroteAt = Math.max(customer.lastWroteAt ?? 0, at);
    const context: Wire = {
      ...(message.replyTo ? { from: this.#authorOf(customer, message.replyTo), id: message.replyTo } : {}),
      ...(message.forwarded ? { forwarded: true } : {}),
    };
    const unsupported =
      message.type === 'unsupported'
        ? { errors: [reason(131051, 'Message type is currently not supported.')] }
        : {};
    this.#push(customer, {
      messages: [
        {
          ...(Object.keys(context).length > 0 ? { context } : {}),
          ...senderOf(customer),
          id,
          timestamp: seconds(at),
          ...unsupported,
          type: message.type,
          [message.type]: content,
          ...(message.referral ? { referral: message.referral } : {}),
        },
      ],
    });
    return id;
  }

  /** Moves a customer to another number, and reports it to the business as the provider does. */
  changeNumber(customer: Customer, number: string): void {
    const before = customer.waId;
    this.book.renumber(customer, number);
    this.#push(null, {
      messages: [
        {
          from: before,
          id: newMessageId(),
          timestamp: seconds(this.now()),
          system: {
            body: `User ${customer.name} changed from ${before} to ${customer.waId}`,
            wa_id: customer.waId,
            type: 'user_changed_number',
          },
          type: 'system',
        },
      ],
    });
  }

  /** The customer has read all messages. */
  markRead(customer: Customer): void {
    for (const one of customer.entries)
      if (one.from === 'business' && (one.status === 'delivered' || one.status === 'sent'))
        this.#report(customer, one, 'read');
  }

  /** The customer has listened to a voice message. */
  markPlayed(customer: Customer, id: string): void {
    const found = customer.entries.find((one) => one.id === id && one.from === 'business');
    if (found?.type === 'audio') this.#report(customer, found, 'played');
  }

  setPhone(customer: Customer, isOn: boolean): void {
    customer.isPhoneOn = isOn;
    for (const one of customer.entries)
      if (isOn && one.from === 'business' && one.status === 'sent') this.#report(customer, one, 'delivered');
    this.#touch();
  }

  /** Lets the 24 hours of a customer end now, in the provider's record alone. */
  expireWindow(customer: Customer): void {
    customer.lastWroteAt = this.now() - WINDOW_MS;
    this.#touch();
  }

  /** When the 24 hours of a customer end; null when they are not open. */
  windowEnd(customer: Customer): number | null {
    const end = customer.lastWroteAt === null ? 0 : customer.lastWroteAt + WINDOW_MS;
    return end > this.now() ? end : null;
  }

  addCustomer(name: string, number: string, options: { company?: string; username?: string } = {}): Customer {
    this.#touch();
    return this.book.add(name, number, options);
  }

  /** @throws SwitchError */
  change(switches: unknown): void {
    this.switches = changeSwitches(this.switches, switches);
    this.#touch();
  }

  /** Takes one of the troubles that the next sends meet. */
  takeSendTrouble(): Switches['send']['kind'] {
    const { kind, left } = this.switches.send;
    if (kind === 'none' || left === 0) return 'none';
    this.change({ send: { left: left - 1 } });
    return kind;
  }

  takeMediaTrouble(): Switches['media']['kind'] {
    const { kind, left } = this.switches.media;
    if (kind === 'none' || left === 0) return 'none';
    this.change({ media: { left: left - 1 } });
    return kind;
  }

  /** Meta approves, pauses or disables a template. */
  setTemplateStatus(template: Template, status: TemplateStatus): void {
    template.status = status;
    this.#touch();
    this.webhooks.push({
      field: 'message_template_status_update',
      value: {
        event: status,
        message_template_id: Number(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
        reason: status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
      },
    });
  }

  /** Registers the webhook: whether the server answers the challenge. */
  async verify(): Promise<boolean> {
    const challenge = String(Math.floor(Math.random() * 1e9));
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.challenge': challenge,
      'hub.verify_token': this.settings.verifyToken,
    });
    const answer = await this.#carry({
      method: 'GET',
      query: `?${query.toString()}`,
      headers: {},
      body: null,
    });
    return answer.status === 200 && answer.body === challenge;
  }

  /** Number of timers and deliveries that are pending. */
  get pending(): number {
    return this.#timers.size + this.webhooks.pending;
  }

  #touch(): void {
    this.revision += 1;
  }

  #later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, ms).unref();
    this.#timers.add(timer);
  }

  /** The customer has or hears something of the business: marks messages of theirs as read. */
  #acknowledge(body: Wire): Wire {
    if (body['status'] !== 'read') throw invalidParameter('Param status must be one of {READ}.');
    const id = textOf(body['message_id']);
    if (id === null) throw missingParameter('message_id');
    const customer = this.book.all.find((one) =>
      one.entries.some((other) => other.id === id && other.from === 'customer'),
    );
    if (!customer) throw invalidValue('message_id is no message that this number received.');
    const last = customer.entries.findIndex((one) => one.id === id);
    for (const one of customer.entries.slice(0, last + 1)) if (one.from === 'customer') one.status = 'read';
    if (body['typing_indicator'] !== undefined) customer.typingUntil = this.now() + TYPING_MS;
    this.#touch();
    return { success: true };
  }

  #receiver(body: Wire): { customer: Customer; input: string } {
    const [to, recipient] = [textOf(body['to']), textOf(body['recipient'])];
    const input = to ?? recipient;
    if (input === null) throw invalidParameter('The parameter to is required.');
    if (/^[A-Z]{2}\.\w+$/.test(input)) {
      const customer = this.book.all.find(({ userId }) => userId === input);
      if (!customer) throw new GraphError(131026, 'The business-scoped user id is unknown.');
      return { customer, input };
    }
    let digits = '';
    try {
      digits = numberOf(input);
    } catch {
      throw invalidValue('Param to must be a valid WhatsApp phone number.');
    }
    if (numberKey(digits) === numberKey(this.settings.displayNumber))
      throw new GraphError(131021, 'Recipient phone number cannot be the sender phone number');
    return { customer: this.book.byNumber(digits) ?? this.addCustomer(`+${digits}`, `+${digits}`), input };
  }

  #entryOf({ type, content, replyTo, callbackData, rendered }: CheckedMessage): Entry {
    return {
      ...newEntry(newMessageId(), 'business', this.now(), type, content, replyTo),
      status: 'accepted',
      callbackData,
      rendered,
    };
  }

  /** Why a message that is in order will not arrive. */
  #refusalOf(
    customer: Customer,
    { type, content }: CheckedMessage,
  ): { code: number; details: string } | null {
    if (!customer.hasWhatsApp) return { code: 131026, details: 'Message Undeliverable.' };
    const isKnown = customer.lastWroteAt !== null || !this.#isTrusting;
    if (type !== 'template' && isKnown && this.windowEnd(customer) === null)
      return {
        code: 131047,
        details:
          'Message failed to send because more than 24 hours have passed since the customer last replied to this number.',
      };
    const file = this.media.get(textOf(content['id']) ?? '');
    const misfit = file && mediaKinds.includes(type) ? this.media.misfit(file, type as MediaKind) : null;
    return misfit === null ? null : { code: 131053, details: misfit };
  }

  #fail(customer: Customer, failed: Entry, { code, details }: { code: number; details: string }): void {
    failed.error = { code, title: titleOf(code), details };
    this.#report(customer, failed, 'failed');
  }

  /** Statuses only move forward. */
  #report(customer: Customer, moved: Entry, status: Status): void {
    if (rank[status] <= rank[moved.status]) return;
    moved.status = status;
    this.#push(null, { statuses: [statusOf(moved, customer, this.now())] });
  }

  #authorOf(customer: Customer, id: string): string {
    const author = customer.entries.find((one) => one.id === id)?.from;
    return author === 'customer' ? customer.waId : digitsOf(this.settings.displayNumber);
  }

  #push(from: Customer | null, value: Wire): void {
    this.#touch();
    this.webhooks.push({
      field: 'messages',
      value: {
        messaging_product: 'whatsapp',
        metadata: {
          display_phone_number: digitsOf(this.settings.displayNumber),
          phone_number_id: this.settings.phoneNumberId,
        },
        ...(from ? { contacts: [contactOf(from)] } : {}),
        ...value,
      },
    });
  }
}
