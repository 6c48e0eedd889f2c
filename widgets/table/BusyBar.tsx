import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    top: '35px',
    left: 0,
    right: 0,
    zIndex: 3,
    height: '2px',
    overflow: 'hidden',
    pointerEvents: 'none',
    '::after': {
      content: '""',
      position: 'absolute',
      inset: 0,
      width: '30%',
      backgroundColor: tokens.colorBrandBackground,
      animationName: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(400%)' } },
      animationDuration: '1.5s',
      // A quick answer shows no bar.
      animationDelay: '300ms',
      animationFillMode: 'backwards',
      animationIterationCount: 'infinite',
    },
    '@media (prefers-reduced-motion: reduce)': { '::after': { animationName: 'none', width: '100%' } },
  },
});

/** Under the head while rows are on their way. */
export function BusyBar() {
  return <div className={useStyles().root} />;
}
