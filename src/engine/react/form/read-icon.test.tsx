// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../testing/render.tsx';

afterEach(cleanup);

it('a read-only form shows an icon and its name, and a dash for none', async () => {
  renderScreen({
    kind: 'screen',
    formatVersion: 2,
    id: 'icons',
    path: '/icons',
    title: 'Icons',
    access: { session: true },
    body: [
      {
        id: 'form',
        type: 'form',
        props: {
          readOnly: true,
          value: { id: 1, icon: { icon: 'rocket', color: '#0f6cbd' }, other: null },
          document: {
            kind: 'form',
            formatVersion: 2,
            id: 'icon-form',
            title: 'Icons',
            access: { session: true },
            schema: {
              type: 'object',
              properties: {
                icon: { type: ['object', 'null'], title: 'Icon' },
                other: { type: ['object', 'null'], title: 'Other' },
              },
            },
            ui: {
              sections: [
                {
                  id: 'main',
                  fields: [
                    { field: 'icon', widget: 'icon' },
                    { field: 'other', widget: 'icon' },
                  ],
                },
              ],
            },
          },
        },
      },
    ],
  });
  const [shown, none] = await screen.findAllByRole('definition');
  expect(shown!.textContent).toBe('rocket');
  expect(shown!.querySelector('svg')).toBeTruthy();
  expect(none!.textContent).toBe('–');
});
