import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { expect, waitFor } from 'storybook/test';
import type { JsonObject } from '../../contracts/json.ts';
import { createRegistry } from '../../engine/core/index.ts';
import { ExampleServer, exampleScreen, withExamples } from '../../engine/react/testing/examples.ts';
import { readGlobals } from '../globals.ts';
import { createStoryHost } from '../host.ts';
import { specs } from '../specs.ts';
import { Appearance, ScreenStage } from '../Stage.tsx';

const registry = createRegistry(specs);

const lists: Record<string, JsonObject[]> = {
  '/adm/v2/order': [
    {
      id: 1,
      customer: 'Padaria Central',
      date: '2026-11-20',
      lines: [{ product: 'Mesa', quantity: 2, price: 150.5, total: 301 }],
      total: 301,
    },
    { id: 2, customer: 'Escola Aurora', date: '2026-11-18', lines: [], total: 1402.9 },
  ],
  '/adm/v2/ent/ticket': (
    [
      ['Impressora parada', 'open', 'urgent'],
      ['Sem rede na sala 3', 'waiting', 'normal'],
      ['Senha expirada', 'open', 'normal'],
    ] as const
  ).map(([title, status, priority], at) => ({
    id: at + 1,
    version: 1,
    title,
    status,
    priority,
    assignee: { id: 7, name: 'Helena Drummond' },
    createdAt: `2026-11-0${at + 1}T12:00:00Z`,
  })),
};

const preferences: Record<string, JsonObject[]> = {
  'ticket-filters': [{ name: 'Urgentes', filters: { priority: ['urgent'] } }],
};

interface Args {
  /** Id of a screen of docs/examples.md. */
  screen: string;
  /** A text that must be readable. */
  see: string;
}

function Example({ globals, screen }: { globals: Record<string, unknown>; screen: string }) {
  const settings = useMemo(() => readGlobals(globals), [globals]);
  const { language } = settings;
  const document = useMemo(() => exampleScreen(screen), [screen]);
  const host = useMemo(() => {
    const server = new ExampleServer(lists);
    for (const [key, value] of Object.entries(preferences))
      server.answer(`/adm/v2/sec/me/preferences/${key}`, new URLSearchParams(), 'put', { value });
    const more = (path: string, query: URLSearchParams) => server.answer(path, query, 'get');
    return withExamples(createStoryHost({ language, answers: new Map(), more }));
  }, [language]);
  return (
    <Appearance settings={settings} whole>
      <ScreenStage document={document} registry={registry} host={host} height="100vh" />
    </Appearance>
  );
}

/** The screens of docs/examples.md. */
export default {
  title: 'Molde/Examples',
  tags: ['!autodocs'],
  argTypes: { screen: { control: false }, see: { control: false } },
  render: ({ screen }, { globals }) => <Example key={screen} globals={globals} screen={screen} />,
  async play({ canvasElement, args: { see } }) {
    await waitFor(() => expect(canvasElement.innerText).toContain(see), { timeout: 10_000 });
    await waitFor(() => expect(canvasElement.querySelector('[aria-busy="true"]')).toBeNull());
  },
} satisfies Meta<Args>;

type Story = StoryObj<Args>;
const dark = { theme: 'dark' };
const phone = { viewport: { value: 'phone', isRotated: false } };

export const Orders: Story = { args: { screen: 'order', see: 'Escola Aurora' } };
export const OrdersDark: Story = { ...Orders, globals: dark };
export const NewOrder: Story = { args: { screen: 'order-create', see: 'Desconto' } };
export const NewOrderDark: Story = { ...NewOrder, globals: dark };
export const NewOrderNarrow: Story = { ...NewOrder, globals: phone };
export const Tickets: Story = { args: { screen: 'ticket-list', see: 'Urgentes' } };
export const TicketsDark: Story = { ...Tickets, globals: dark };
export const TicketsNarrow: Story = { ...Tickets, globals: phone };
export const Onboarding: Story = { args: { screen: 'onboarding', see: 'Combinar as metas' } };
export const OnboardingDark: Story = { ...Onboarding, globals: dark };
export const OnboardingNarrow: Story = { ...Onboarding, globals: phone };
