import { Select } from '@fluentui/react-components';
import type { RootChoice } from '../../core/form/root-alternatives.ts';
import { useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { FieldFrame } from '../../../ui/index.ts';

/** Chooses among the alternatives of the root schema. */
export default function ChoiceField({ choice }: { choice: RootChoice }) {
  const t = useText();
  const { model, text } = useForm();
  const id = `${model.form.id}::choice`;
  return (
    <FieldFrame id={id} label={t('form.nested.kind')}>
      <Select id={id} value={String(choice.at)} onChange={(_, change) => model.choose(Number(change.value))}>
        {choice.titles.map((title, at) => (
          <option key={at} value={String(at)}>
            {text(title) || t('form.array.option', { index: at + 1 })}
          </option>
        ))}
      </Select>
    </FieldFrame>
  );
}
