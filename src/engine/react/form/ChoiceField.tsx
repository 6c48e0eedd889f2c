import type { RootChoice } from '../../core/form/root-alternatives.ts';
import { useText } from '../hooks.ts';
import { useForm } from './context.ts';
import { Choice, FieldFrame } from '../../../ui/index.ts';

/** Chooses among the alternatives of the root schema. */
export default function ChoiceField({ choice }: { choice: RootChoice }) {
  const t = useText();
  const { model, text, idOf } = useForm();
  const id = `${idOf([model.form.id])}::choice`;
  return (
    <FieldFrame id={id} label={t('form.nested.kind')}>
      <Choice
        id={id}
        value={String(choice.at)}
        options={choice.titles.map((title, at) => ({
          value: at,
          label: text(title) || t('form.array.option', { index: at + 1 }),
        }))}
        onChange={(at) => model.choose(Number(at))}
      />
    </FieldFrame>
  );
}
