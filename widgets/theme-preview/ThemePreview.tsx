import { FluentProvider, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import type { ThemePreviewProps } from '../../src/engine/core/index.ts';
import { useTexts } from '../../src/engine/react/index.ts';
import type { WidgetProps } from '../../src/engine/react/index.ts';
import {
  brandShades,
  isHexColor,
  loadThemeMaker,
  pictureAddress,
  type ThemeMaker,
} from '../../src/ui/index.ts';
import { defaultColors } from '../../src/contracts/session.ts';
import { LoginSample } from './LoginSample.tsx';
import { PageSample } from './PageSample.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: '6px', minWidth: 0 },
  label: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  frame: {
    height: '196px',
    overflow: 'clip',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  sample: { height: '100%' },
  shades: { display: 'flex', borderRadius: tokens.borderRadiusMedium, overflow: 'clip' },
  shade: {
    flexGrow: 1,
    flexBasis: 0,
    padding: '5px 0',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase100,
    fontWeight: tokens.fontWeightSemibold,
  },
});

const colorOr = (value: unknown, fallback: string) =>
  typeof value === 'string' && isHexColor(value) ? value : fallback;

/** Preview of colours in a page, in the sign-in page, or in the shades of the action colour. Renders nothing without a label. */
export default function ThemePreview({ id, props }: WidgetProps<ThemePreviewProps>) {
  const styles = useStyles();
  const { show = 'page', mode = 'light', label } = props;
  if (label === '') return null;
  const colors = {
    menuColor: colorOr(props.menuColor, defaultColors.menuColor),
    actionColor: colorOr(props.actionColor, defaultColors.actionColor),
    secondaryColor: colorOr(props.secondaryColor, defaultColors.secondaryColor),
  };
  return (
    <div id={id} className={styles.root}>
      <span className={styles.label} id={`${id}-label`}>
        {label}
      </span>
      {show === 'shades' ? (
        <div className={styles.shades} role="img" aria-labelledby={`${id}-label`}>
          {brandShades(colors.actionColor, mode).map(({ step, color, text }) => (
            <span key={step} className={styles.shade} style={{ backgroundColor: color, color: text }}>
              {step}
            </span>
          ))}
        </div>
      ) : (
        <div className={styles.frame} role="img" aria-labelledby={`${id}-label`}>
          <Themed mode={mode} colors={colors}>
            {show === 'page' ? (
              <PageSample />
            ) : (
              <LoginSample
                layout={props.layout === 2 ? 2 : 1}
                background={colorOr(props.background, '')}
                text={props.text}
                logo={pictureAddress(props.logo)}
                cover={pictureAddress(props.cover)}
              />
            )}
          </Themed>
        </div>
      )}
    </div>
  );
}

/** Renders its content in other colours than the page's, which nobody can reach by pointer, keyboard or screen reader. */
function Themed({
  mode,
  colors,
  children,
}: {
  mode: 'light' | 'dark';
  colors: typeof defaultColors;
  children: React.ReactNode;
}) {
  const styles = useStyles();
  const [maker, setMaker] = useState<{ mode: string; make: ThemeMaker } | null>(null);
  useEffect(() => {
    let unmounted = false;
    void loadThemeMaker(mode).then((make) => {
      if (!unmounted) setMaker({ mode, make });
    });
    return () => {
      unmounted = true;
    };
  }, [mode]);
  const hasTexts = useTexts('forms');
  if (maker?.mode !== mode || !hasTexts) return null;
  return (
    <FluentProvider theme={maker.make(colors, defaultColors)} className={styles.sample}>
      <div className={styles.sample} inert aria-hidden="true">
        {children}
      </div>
    </FluentProvider>
  );
}
