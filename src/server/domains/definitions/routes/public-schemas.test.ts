import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../contracts/json.ts';
import {
  compileForm,
  loadPatternEngine,
  validateForm,
  type FormDocument,
  type Texts,
} from '../../../../engine/core/index.ts';
import { publicSchemas } from '../../../../engine/core/testing/public-schemas.ts';
import { startDefinitionWorker } from '../store/testing.ts';
import { ajvFormValidator } from '../../../testing/ajv-forms.ts';
import { testApp, type TestApp } from '../../../testing.ts';
import { resources } from '../../../resources.ts';
import { addPeople } from '../../../testing/people.ts';

let app: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ resources });
  await addPeople(app);
  await startDefinitionWorker();
  headers = await app.sessionOf(app.tenants.acme, 'admin');
});
afterAll(() => app.close());

const texts: Texts = { strings: undefined, lang: 'pt', translate: (key: string) => key };
const formOf = (id: string, schema: JsonObject): FormDocument => ({
  kind: 'form',
  formatVersion: 2,
  id,
  schema,
  ui: { sections: [{ id: 'all', fields: ['*'] }] },
});

describe.each(publicSchemas.map((one, at) => [one.name, one, `public-${at}`] as const))(
  'a public schema (%s)',
  (_name, { schema, named, records }, id) => {
    it('is saved and published unchanged, with a warning for each keyword without effect', async () => {
      const url = `/adm/v2/def/form/${id}`;
      const payload = { definition: formOf(id, schema), version: 0 };
      const saved = await app.inject({ method: 'PUT', url, headers, payload });
      expect([saved.statusCode, saved.json().success]).toEqual([200, true]);
      const warnings = saved.json().data.faults as { severity: string; values: Record<string, string> }[];
      expect(warnings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(warnings.map(({ values }) => values['keyword'] ?? values['format']).sort()).toEqual(
        [...named].sort(),
      );
      const published = await app.inject({
        method: 'POST',
        url: `${url}/publish`,
        headers,
        payload: { comment: 'because' },
      });
      expect(published.statusCode).toBe(200);
      const served = await app.inject({ url, headers });
      expect(served.json().data.definition.schema).toEqual(schema);
    });

    it.each(records.map((one) => [JSON.stringify(one.record).slice(0, 80), one] as const))(
      'has the same errors in the browser and on the server: %s',
      async (_text, { record, errors }) => {
        const form = compileForm(formOf(id, schema));
        await loadPatternEngine();
        const browser = await validateForm({
          form,
          record,
          scope: {},
          texts,
          validateSchema: (data) => form.interpreter().validate(data),
        });
        const server = await ajvFormValidator(form)({ record, scope: {}, texts });
        expect(browser.errors.map(({ path }) => path)).toEqual(errors);
        expect(server.errors).toEqual(browser.errors);
      },
    );
  },
);
