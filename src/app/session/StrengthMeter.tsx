import { useMemo } from 'react';
import { passwordWords } from '../../contracts/password-words.ts';
import { LazyComponent, lazyPasswordStrength } from '../../ui/index.ts';
import { useI18n } from '../app-context.ts';

/** How hard a new password is to guess. @param known names of the person and the company, which somebody would try. */
export function StrengthMeter({ password, known }: { password: string; known: readonly string[] }) {
  const { t } = useI18n();
  const list = known.join('\n');
  const words = useMemo(() => [...passwordWords, ...list.split('\n')], [list]);
  const levels = [
    t('form.strength.none'),
    t('form.strength.weak'),
    t('form.strength.fair'),
    t('form.strength.good'),
    t('form.strength.strong'),
  ];
  if (password === '') return null;
  return (
    <LazyComponent source={lazyPasswordStrength} fallback={null} renderFailed={() => null}>
      {(Strength) => (
        <Strength password={password} words={words} label={t('form.strength.label')} levels={levels} />
      )}
    </LazyComponent>
  );
}
