import type { JsonObject } from '../../contracts/json.ts';

const options = ['Alfa', 'Beta', 'Gama'].map((label) => ({ value: label.toLowerCase(), label }));

/** A screen with what the product's own screens do not have: every control with an overlay, in a form and as filters. */
export const everyControl: JsonObject = {
  kind: 'screen',
  formatVersion: 2,
  id: 'overlays',
  path: '/overlays',
  title: 'Sobreposições',
  access: { screen: 'admin-user', verb: 'read' },
  state: { filters: {}, values: {} },
  sources: {
    users: { get: '/adm/v2/sec/user', query: { perPage: 5 }, rows: 'data.rows', total: 'data.totalRows' },
  },
  body: [
    {
      id: 'header',
      type: 'page-header',
      props: { title: 'Sobreposições' },
      children: ['Um', 'Dois', 'Três', 'Quatro'].map((text) => ({
        id: `press${text.charAt(0)}`,
        type: 'button',
        props: { text },
        on: { press: [{ open: 'dialog' }] },
      })),
    },
    {
      id: 'filters',
      type: 'filter-bar',
      props: {
        bind: 'state.filters',
        fields: [
          { field: 'day', control: 'date', label: 'Dia' },
          { field: 'note', control: 'text', label: 'Nota' },
          { field: 'states', control: 'choices', label: 'Estados', options },
          { field: 'period', control: 'daterange', label: 'Período' },
        ],
      },
    },
    ...['select', 'combobox', 'multiselect', 'date', 'color', 'icon'].map((control) => ({
      id: `${control}Field`,
      type: 'field',
      props: {
        bind: `state.values.${control}`,
        control,
        label: `Campo ${control}`,
        ...(['select', 'combobox', 'multiselect'].includes(control) && { options }),
      },
    })),
    {
      id: 'more',
      type: 'menu-button',
      props: { text: 'Outras', items: [{ id: 'one', text: 'Um', do: [{ toast: { info: 'Um' } }] }] },
    },
    {
      id: 'ask',
      type: 'button',
      props: { text: 'Perguntar' },
      on: { press: [{ confirm: { kind: 'action', title: 'Tem certeza?', text: 'Nada muda.' } }] },
    },
    {
      id: 'open',
      type: 'button',
      props: { text: 'Abrir' },
      on: { press: [{ open: 'dialog' }] },
    },
    {
      id: 'people',
      type: 'table',
      source: 'users',
      props: {
        rowName: 'name',
        paging: 'none',
        adjustable: true,
        rowActions: ['Um', 'Dois', 'Três', 'Quatro', 'Cinco'].map((text, at) => ({
          id: `action${at}`,
          text,
          do: [{ toast: { info: text } }],
        })),
        columns: [
          { field: 'name', title: 'Nome' },
          { field: 'email', title: 'E-mail' },
        ],
      },
    },
  ],
  dialogs: [
    {
      id: 'dialog',
      type: 'dialog',
      props: { title: 'Diálogo' },
      children: [
        {
          id: 'inDialog',
          type: 'field',
          props: { bind: 'state.values.inside', control: 'select', label: 'No diálogo', options },
        },
      ],
    },
  ],
};
