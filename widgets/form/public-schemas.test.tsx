// @vitest-environment jsdom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { compileForm, type FormDocument } from '../../src/engine/core/index.ts';
import { isPatternEngineLoaded } from '../../src/engine/core/form/patterns.ts';
import { publicSchemas } from '../../src/engine/core/testing/public-schemas.ts';
import { renderScreen, screenOf } from '../../src/engine/react/testing/render.tsx';

afterEach(cleanup);

let needsPatternEngine = false;

describe('a form of a public schema', () => {
  it.each(publicSchemas.map((one) => [one.name, one] as const))(
    'renders every property: %s',
    async (_name, { schema, labels }) => {
      const document: FormDocument = {
        kind: 'form',
        formatVersion: 2,
        id: 'public',
        schema,
        ui: { sections: [{ id: 'all', fields: ['*'] }] },
      };
      const { container } = renderScreen(
        screenOf([{ id: 'f', type: 'form', props: { document } } as never]),
        { diagnostics: [] },
      );
      const rendered = () =>
        [...container.querySelectorAll('form > section [data-field]')].map((field) =>
          field.getAttribute('data-field'),
        );
      await waitFor(() => expect(rendered()).toEqual(labels));
      await waitFor(() => {
        for (const label of labels) expect(container.textContent).toContain(label);
      });
      needsPatternEngine ||= compileForm(document).needsPatternEngine;
      expect(isPatternEngineLoaded()).toBe(needsPatternEngine);
      expect(container.querySelector('[role="note"]')).toBeNull();
    },
  );
});
