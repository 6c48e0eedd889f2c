// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/contracts/json.ts';
import { createRegistry, loadSpecs, validateDocument } from '../../src/engine/core/index.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';
import { widgets } from '../../widgets/index.ts';

afterEach(cleanup);

const soon = { timeout: 8_000 };
const teams: Json[] = [
  { id: 'a', name: 'Alfa', open: 3, kind: 'info' },
  { id: 'b', name: 'Beta', open: 0, kind: 'danger' },
];
const each = { each: { $expr: 'state.teams' }, as: 'team', key: 'id' };
const name = { $expr: 'team.name' };
const pressed = (event: string) => ({
  [event]: [{ request: { post: '/pressed', body: { value: { $expr: 'event' } } } }],
});

const tabs: JsonObject = {
  id: 'tabs',
  type: 'tabs',
  props: {
    bind: 'state.tab',
    items: [
      { child: 'all', title: 'Todas' },
      { repeat: each, child: 'one', title: name, badge: { $expr: 'team.open' } },
    ],
  },
  children: [
    { id: 'all', type: 'text', props: { text: 'tudo' } },
    {
      id: 'one',
      type: 'text',
      visible: { $expr: "team.id != 'none'" },
      props: { text: { $expr: "'equipe ' & team.name" } },
    },
  ],
  on: pressed('change'),
};
const menu: JsonObject = {
  id: 'menu',
  type: 'menu',
  props: {
    items: [
      {
        id: 'group',
        repeat: each,
        text: name,
        items: [
          { id: 'open', text: { $expr: "'Abertos de ' & team.name" }, link: '/teams/{team.id}/open' },
          {
            id: 'rank',
            repeat: { each: { $expr: '[1, 2]' }, as: 'rank' },
            text: { $expr: "team.name & ' ' & rank" },
          },
        ],
      },
    ],
  },
  on: pressed('press'),
};
const menuButton: JsonObject = {
  id: 'more',
  type: 'menu-button',
  props: {
    text: 'Mais',
    items: [
      {
        id: 'move',
        repeat: each,
        text: { $expr: "'Mover para ' & team.name" },
        disabled: { $expr: 'team.open = 0' },
        do: [{ request: { put: '/teams/{team.id}', body: { name: { $expr: 'team.name' } } } }],
      },
    ],
  },
};
const steps: JsonObject = {
  id: 'steps',
  type: 'steps',
  props: { current: 'step-b', items: [{ id: 'step', repeat: each, title: name }] },
  on: pressed('press'),
};
const pairs: JsonObject = {
  id: 'pairs',
  type: 'description-list',
  props: {
    items: [
      { label: 'Nome', value: 'Tudo' },
      { repeat: each, label: name, value: { $expr: "team.open & ' abertos'" }, link: '/teams/{team.id}' },
    ],
  },
};
const detail: JsonObject = {
  id: 'detail',
  type: 'detail',
  source: 'record',
  props: {
    title: 'name',
    sections: [{ fields: [{ repeat: each, label: name, value: { $expr: "row.name & '/' & team.id" } }] }],
  },
};
const option: JsonObject = {
  repeat: each,
  value: { $expr: 'team.id' },
  label: name,
  tone: { $expr: 'team.kind' },
  disabled: { $expr: 'team.open = 0' },
};
const options: Json[] = [{ value: '', label: 'Nenhuma' }, option];
const field: JsonObject = {
  id: 'field',
  type: 'field',
  props: { bind: 'state.team', control: 'radio', label: 'Equipe', options },
};
const filters: JsonObject = {
  id: 'filters',
  type: 'filter-bar',
  props: { bind: 'state.filters', fields: [{ field: 'team', control: 'select', label: 'Equipe', options }] },
};
const grow: JsonObject = {
  id: 'grow',
  type: 'button',
  props: { text: 'Nova equipe' },
  on: {
    press: [
      { set: { 'state.teams': { $expr: '$append(state.teams, {"id": "c", "name": "Gama", "open": 1})' } } },
    ],
  },
};

const documentOf = (node: JsonObject) =>
  screenOf([node, grow], {
    state: { teams, tab: '', team: '', filters: { team: '' } },
    sources: { record: { value: { $expr: '{"name": "Registro"}' } } },
  });
const open = (node: JsonObject) => renderScreen(documentOf(node), { answer: () => ({}) });
const tabIds = () => screen.queryAllByRole('tab').map((tab) => tab.id.replace('tabs-', ''));
const textsOf = (role: string) => screen.queryAllByRole(role).map((one) => one.textContent);

describe('items of lists that a repeat makes', () => {
  it('should be tabs, each with the child in the scope of its element', async () => {
    const user = userEvent.setup();
    const { host } = open(tabs);
    await waitFor(() => expect(tabIds()).toEqual(['tab-all', 'tab-one-a', 'tab-one-b']), soon);
    await user.click(screen.getByRole('tab', { name: /Alfa/ }));
    await user.click(screen.getByRole('tab', { name: 'Beta' }));
    expect(await screen.findByRole('tabpanel', { name: 'Beta' })).toHaveProperty(
      'textContent',
      'equipe Beta',
    );
    expect(screen.getByText('equipe Alfa').closest('[hidden]')).not.toBeNull();
    expect(host.requests.at(-1)).toMatchObject({ body: { value: 'one-b' } });
    await user.click(screen.getByRole('button', { name: 'Nova equipe' }));
    await user.click(await screen.findByRole('tab', { name: /Gama/ }));
    expect(await screen.findByText('equipe Gama')).toBeTruthy();
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each<[string, JsonObject, string]>([
    ['tabs', tabs, 'tab'],
    ['entries of a menu', { ...menu, props: { items: [{ id: 'one', repeat: each, text: name }] } }, 'button'],
    ['steps', steps, 'button'],
  ])('should be hidden one by one as %s, also later', async (_, node, role) => {
    const visible = { $expr: 'team.open > 0 or state.all' };
    const { items } = node.props as { items: JsonObject[] };
    const hiding: JsonObject =
      node === tabs
        ? {
            ...node,
            children: (node.children as JsonObject[]).map((one) => ({
              ...one,
              ...(one.id === 'one' && { visible }),
            })),
          }
        : {
            ...node,
            props: { ...(node.props as JsonObject), items: items.map((item) => ({ ...item, visible })) },
          };
    const all = {
      id: 'all-of-them',
      type: 'button',
      props: { text: 'Todos' },
      on: { press: [{ set: { 'state.all': true } }] },
    };
    renderScreen(screenOf([hiding, all], { state: { teams, tab: '', all: false } }), { answer: () => ({}) });
    await screen.findByRole(role, { name: /Alfa/ }, soon);
    await waitFor(() => expect(screen.queryByRole(role, { name: /Beta/ })).toBeNull());
    fireEvent.click(screen.getByRole('button', { name: 'Todos' }));
    expect(await screen.findByRole(role, { name: /Beta/ })).toBeTruthy();
    expect(screen.getByRole(role, { name: /Alfa/ })).toBeTruthy();
  });

  it('should be groups and entries of a menu, also one inside the other', async () => {
    const { host } = open(menu);
    const link = await screen.findByRole('link', { name: 'Abertos de Beta' }, soon);
    expect(link.getAttribute('href')).toBe('/teams/b/open');
    expect(textsOf('list').length).toBe(2);
    fireEvent.click(screen.getByRole('button', { name: 'Beta 2' }));
    await waitFor(() => expect(host.requests.at(-1)).toMatchObject({ address: '/pressed' }));
    expect(host.requests.at(-1)).toMatchObject({ body: { value: 'rank-b-1' } });
  });

  it('should be entries of a menu button, whose steps see their element', async () => {
    const { host } = open(menuButton);
    fireEvent.click(await screen.findByRole('button', { name: 'Mais' }, soon));
    await waitFor(() => expect(textsOf('menuitem')).toEqual(['Mover para Alfa', 'Mover para Beta']));
    expect(screen.getByRole('menuitem', { name: /Beta/ }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('menuitem', { name: /Alfa/ }));
    await waitFor(() =>
      expect(host.requests).toMatchObject([{ address: '/teams/a', body: { name: 'Alfa' } }]),
    );
  });

  it('should be steps', async () => {
    const { host } = open(steps);
    fireEvent.click(await screen.findByRole('button', { name: /Alfa/ }, soon));
    expect(screen.getAllByRole('listitem').map((one) => one.getAttribute('aria-current'))).toEqual([
      null,
      'step',
    ]);
    await waitFor(() => expect(host.requests).toMatchObject([{ body: { value: 'step-a' } }]));
  });

  it('should be pairs of a description list and fields of a detail', async () => {
    open(pairs);
    await waitFor(() => expect(textsOf('definition')).toEqual(['Tudo', '3 abertos', '0 abertos']), soon);
    cleanup();
    open(detail);
    await waitFor(() => expect(textsOf('definition')).toEqual(['Registro/a', 'Registro/b']), soon);
    expect(textsOf('term')).toEqual(['Alfa', 'Beta']);
  });

  it('should be options of a field and of a filter', async () => {
    open(field);
    await waitFor(() => expect(screen.getAllByRole('radio')).toHaveLength(3), soon);
    expect(screen.getByRole('radio', { name: 'Beta' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Nova equipe' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'Gama' }));
    expect(screen.getByRole('radio', { name: 'Gama' })).toHaveProperty('checked', true);
    cleanup();
    open(filters);
    fireEvent.click(await screen.findByRole('combobox', { name: 'Equipe' }, soon));
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(
        expect.arrayContaining(['Alfa', 'Beta']),
      ),
    );
  });

  it('should be valid, and refused in a form, whose options a source computes', async () => {
    const registry = createRegistry(await loadSpecs(widgets));
    const codesOf = async (node: JsonObject) =>
      (await validateDocument(documentOf(node), registry)).map(({ pointer, code }) => `${pointer} ${code}`);
    for (const node of [tabs, menu, menuButton, steps, pairs, detail, field, filters])
      expect(await codesOf(node)).toEqual([]);
    const unknown = { ...option, label: { $expr: 'equipe.name' } };
    expect(
      await codesOf({ ...field, props: { ...(field.props as JsonObject), options: [unknown] } }),
    ).toEqual(['/body/0/props/options/0/label/$expr unknown-root']);
    const form: JsonObject = {
      kind: 'form',
      formatVersion: 2,
      id: 'f',
      schema: { type: 'object', properties: { team: { type: 'string', title: 'Equipe' } } },
      ui: {
        sections: [{ id: 'all', fields: [{ field: 'team', options: [option] }] }],
      },
    };
    const found = (await validateDocument(form, registry)).map(({ pointer, code }) => `${pointer} ${code}`);
    expect(found).toContain('/ui/sections/0/fields/0/options/0/repeat form-options-repeat');
  });
});
