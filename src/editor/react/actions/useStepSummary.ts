import { isObject, type Json } from '../../../contracts/json.ts';
import { isExpression } from '../../../engine/core/index.ts';
import { useLanguage, useText } from '../../../engine/react/index.ts';
import { actionSchema, stepProperties, verbOf } from '../../actions/verbs.ts';
import { shownText } from '../../names.ts';
import { propertiesOf, variantsOf, type PropertyKind } from '../../panel-schema.ts';
import { useEditor } from '../context.ts';
import { useScreenChoices } from '../screen-choices.ts';
import { useTargetName } from '../fields/TargetField.tsx';

/** Summary of a step, in a few words: the value of its most important property. */
export function useStepSummary(): (step: Json | undefined) => string {
  const editor = useEditor();
  const t = useText();
  const lang = useLanguage();
  const screens = useScreenChoices();
  const nameOf = useTargetName();

  function summaryOf(value: Json | undefined, control: PropertyKind): string {
    if (value === undefined || value === null) return '';
    if (isExpression(value)) return value.$expr;
    if (control.kind === 'target')
      return (Array.isArray(value) ? value : [value]).map((id) => nameOf(control.of, String(id))).join(', ');
    if (control.kind === 'object') {
      const { schema, short } = control;
      if (!isObject(value)) return summaryOf(value, short === undefined ? control : { kind: 'address' });
      const variants = variantsOf(schema);
      const main = propertiesOf(schema, actionSchema()).find(
        ({ name, control: one }) =>
          (short === undefined || name === short) &&
          value[name] !== undefined &&
          (variants.length === 0 || variants.includes(name)) &&
          !['boolean', 'choice'].includes(typeof value[name] === 'boolean' ? 'boolean' : one.kind),
      );
      return main ? summaryOf(value[main.name], main.control) : '';
    }
    if (isObject(value)) return Object.keys(value).join(', ');
    if (typeof value !== 'string') return '';
    if (control.kind === 'text') return shownText(value, editor.store.getState().model.document, lang, t);
    return screens.find(({ path }) => path === value)?.title ?? value;
  }

  return (step) => {
    const verb = verbOf(step);
    if (verb === null || !isObject(step)) return '';
    const control = stepProperties(verb).find(({ name }) => name === verb)!.control;
    return summaryOf(step[verb], control);
  };
}
