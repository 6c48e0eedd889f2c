import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageTemplate, SupportContact } from '../../../contracts/support.ts';
import { dayOf, linesOf } from './days.ts';
import { isOfKind, kindOf, acceptedFilesOf } from './file-kinds.ts';
import { fieldsOf, fillText, isComplete, messageOf, prefilled, readableName } from './template.ts';
import { minute, testMessage, testPending } from './testing.ts';
import { windowState } from './window.ts';

describe('the window for free text', () => {
  const end = minute(0);
  const at = (millisecondsBefore: number) => windowState(end, Date.parse(end) - millisecondsBefore);
  const hour = 3_600_000;

  it.each([
    [24 * hour, { isOpen: true, hours: 24, minutes: 0, isWarning: false }],
    [23 * hour + 46 * 60_000 + 59_000, { isOpen: true, hours: 23, minutes: 46, isWarning: false }],
    [2 * hour, { isOpen: true, hours: 2, minutes: 0, isWarning: false }],
    [2 * hour - 1, { isOpen: true, hours: 1, minutes: 59, isWarning: true }],
    [1, { isOpen: true, hours: 0, minutes: 0, isWarning: true }],
    [0, { isOpen: false, hours: 0, minutes: 0, isWarning: false }],
    [-1, { isOpen: false, hours: 0, minutes: 0, isWarning: false }],
  ])('has %i ms left', (left, expected) => {
    expect(at(left)).toMatchObject(expected);
  });

  it('is closed where the customer has never written', () => {
    expect(windowState(null, 0)).toMatchObject({ isOpen: false, next: null });
  });

  it('says when it changes by itself: at that moment it is another one, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 25 * hour }), (left) => {
        const now = at(left);
        const shown = ({ isOpen, hours, minutes }: typeof now) => `${isOpen} ${hours} ${minutes}`;
        expect(shown(at(left - now.next!))).not.toBe(shown(now));
        expect(shown(at(left - now.next! + 2))).toBe(shown(now));
      }),
    );
  });
});

describe('the lines of a conversation', () => {
  const timeZone = 'America/Sao_Paulo';
  const kinds = (...given: Parameters<typeof linesOf>) => linesOf(...given).map(({ kind }) => kind);

  it('groups by the days of the tenant, not by those of UTC', () => {
    const late = testMessage(1, { timestamp: '2026-11-20T02:30:00Z' });
    const early = testMessage(2, { timestamp: '2026-11-20T03:30:00Z' });
    expect(dayOf(late.timestamp, timeZone)).toBe('2026-11-19');
    expect(kinds([late, early], [], { timeZone, readId: null, hasBefore: false })).toEqual([
      'day',
      'message',
      'day',
      'message',
    ]);
  });

  it('has the divider once, before the first message of the customer that nobody had read', () => {
    const messages = [testMessage(1), testMessage(2, { sender: 'support' }), testMessage(3), testMessage(4)];
    expect(kinds(messages, [], { timeZone, readId: 1, hasBefore: false })).toEqual([
      'day',
      'message',
      'message',
      'unread',
      'message',
      'message',
    ]);
    expect(kinds(messages, [], { timeZone, readId: 4, hasBefore: false })).not.toContain('unread');
  });

  it('keeps the messages of one speaker together, for ten minutes', () => {
    const messages = [
      testMessage(1),
      testMessage(2),
      testMessage(30),
      testMessage(31, { sender: 'support' }),
    ];
    const runs = linesOf(messages, [], { timeZone, readId: null, hasBefore: false }).flatMap((line) =>
      line.kind === 'message' ? [line.startsRun] : [],
    );
    expect(runs).toEqual([true, false, true, true]);
  });

  it('shows a message that waits, and not once more when the server has it; its key stays the same', () => {
    const pending = testPending({ clientId: 'a', at: minute(5) });
    const options = { timeZone, readId: null, hasBefore: false };
    const waiting = linesOf([], [pending], options).at(-1)!;
    const stored = linesOf([testMessage(9, { clientId: 'a' })], [pending], options);
    expect(stored.filter(({ key }) => key === waiting.key)).toHaveLength(1);
  });
});

describe('a template', () => {
  const template = (parameterFormat: string): MessageTemplate => ({
    name: 'aviso',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    parameterFormat,
    components: [
      {
        type: 'HEADER',
        format: 'TEXT',
        text: 'Pedido {{1}}',
        params: [{ param_name: '1', example: 'PV-1' }],
      },
      {
        type: 'BODY',
        text: 'Olá, {{1}}. Chega em {{2}}.',
        params: [
          { param_name: '1', example: 'Renato' },
          { param_name: '2', example: '20/11' },
        ],
      },
      { type: 'FOOTER', text: 'Acme', params: [] },
      {
        type: 'BUTTONS',
        params: [],
        buttons: [
          { type: 'QUICK_REPLY', text: 'Ok', params: [] },
          { type: 'URL', text: 'Ver', url: 'https://x/{{1}}', params: [{ param_name: '1', example: 'a' }] },
        ],
      },
    ],
  });
  const values = { 'header 1': 'PV-9', 'body 1': ' Ana ', 'body 2': '21/11', 'button 1 1': 'pv9' };

  it('asks for each parameter of header, body and buttons, also where they share a name', () => {
    expect(fieldsOf(template('POSITIONAL')).map(({ key }) => key)).toEqual(Object.keys(values));
  });

  it('can be sent only when no field is blank', () => {
    expect(isComplete(template('POSITIONAL'), values)).toBe(true);
    for (const key of Object.keys(values))
      expect(isComplete(template('POSITIONAL'), { ...values, [key]: '  ' })).toBe(false);
  });

  it('shows what is fillText in, and the place of what is not', () => {
    expect(fillText('Olá, {{1}}. Chega em {{2}}.', 'body', { 'body 1': 'Ana', 'header 2': 'x' })).toBe(
      'Olá, Ana. Chega em {{2}}.',
    );
  });

  it('is sent by position or by name', () => {
    const { components } = messageOf(template('POSITIONAL'), values, '5511', 'id');
    expect(components).toEqual([
      { type: 'header', parameters: [{ type: 'text', text: 'PV-9' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Ana' },
          { type: 'text', text: '21/11' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'pv9' }] },
    ]);
    expect(messageOf(template('NAMED'), values, '5511', 'id').components[0]).toEqual({
      type: 'header',
      parameters: [{ type: 'text', text: 'PV-9', parameter_name: '1' }],
    });
  });
});

it.each([
  ['image/png', 'a.png', 5_242_880, 'image', 5, false, true],
  ['image/png', 'a.png', 5_242_881, 'image', 5, true, true],
  ['image/gif', 'a.gif', 1, 'document', 100, false, false],
  ['video/mp4', 'a.mp4', 16_777_217, 'video', 16, true, true],
  ['audio/ogg; codecs=opus', 'a.ogg', 1, 'audio', 16, false, true],
  ['audio/x-m4a', 'a.m4a', 1, 'audio', 16, false, true],
  ['application/x-msdownload', 'a.exe', 1, 'document', 100, false, false],
  ['', 'a.exe', 1, 'document', 100, false, false],
  // Browsers do not know the types of all files.
  ['', 'Contrato.DOCX', 104_857_601, 'document', 100, true, true],
] as const)(
  'knows before an upload what the provider takes: %s %s of %i bytes',
  (type, name, size, kind, limit, isTooLarge, isTaken) => {
    expect(kindOf({ type, name, size })).toEqual({ kind, limit, isTooLarge, isTaken });
  },
);

it('names what the provider takes of a kind, and how large it may be', () => {
  expect(acceptedFilesOf('image')).toEqual({ extensions: 'jpg, jpeg, png', limit: 5 });
  expect(acceptedFilesOf('document').extensions).toContain('pdf');
  expect(isOfKind({ type: 'application/pdf', name: 'a.pdf', size: 1 }, 'document')).toBe(true);
  // A file of no kind of its own is no document either.
  expect(isOfKind({ type: 'application/zip', name: 'a.zip', size: 1 }, 'document')).toBe(false);
});

it('fills in what the chat knows, and writes names of parameters as people read them', () => {
  const template: MessageTemplate = {
    name: 'x',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'APPROVED',
    parameterFormat: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: '',
        params: ['customer_name', 'atendente', 'data_entrega', 'empresa', '1'].map((param_name) => ({
          param_name,
          example: '',
        })),
      },
    ],
  };
  const contact = { name: 'Paulo Henrique' } as SupportContact;
  expect(prefilled(template, { contact, companyName: '' }, 'Ana')).toEqual({
    'body customer_name': 'Paulo',
    'body atendente': 'Ana',
  });
  expect(prefilled(template, { contact: null, companyName: 'Acme' }, '')).toEqual({ 'body empresa': 'Acme' });
  expect(['customer_name', 'dataEntrega', 'nome', '1'].map(readableName)).toEqual([
    'Customer name',
    'Data entrega',
    'Nome',
    '',
  ]);
});
