import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { moldeToken } from '../../ui/index.ts';

const useStyles = makeStyles({
  root: { position: 'absolute', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' },
  quiet: { opacity: 0.9 },
});

/** Returns the path of one arch: a half circle on legs that reach past the lower edge. */
function arch(centre: number, top: number, radius: number): string {
  return `M${centre - radius} 1200V${top + radius}a${radius} ${radius} 0 0 1 ${2 * radius} 0V1200Z`;
}

/** The decoration of the sign-in pages: pale behind the card, in full colour on the cover. */
export function Arches({ variant }: { variant: 'page' | 'cover' }) {
  const styles = useStyles();
  const action = moldeToken('tenantAction');
  const secondary = moldeToken('tenantSecondary');
  if (variant === 'page') {
    return (
      <svg
        className={mergeClasses(styles.root, styles.quiet)}
        viewBox="0 0 1440 900"
        preserveAspectRatio="xMinYMax slice"
        aria-hidden="true"
      >
        <g style={{ fill: action }}>
          <path d={arch(160, 430, 280)} fillOpacity={0.09} />
          <path d={arch(160, 510, 200)} fillOpacity={0.14} />
          <path d={arch(160, 590, 120)} fillOpacity={0.25} />
        </g>
        <g style={{ fill: secondary }}>
          <path d={arch(1320, 560, 240)} fillOpacity={0.05} />
          <path d={arch(1320, 640, 160)} fillOpacity={0.09} />
        </g>
      </svg>
    );
  }
  return (
    <svg
      className={styles.root}
      viewBox="0 0 880 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id="molde-cover-fade" x1="0" y1="0.35" x2="0" y2="1">
          <stop offset="0" stopColor={moldeToken('menuBackground')} stopOpacity="0" />
          <stop offset="0.55" stopColor={moldeToken('menuBackground')} stopOpacity="0.85" />
          <stop offset="1" stopColor={moldeToken('menuBackground')} />
        </linearGradient>
      </defs>
      <g style={{ fill: moldeToken('colorNeutralForegroundInverted2') }}>
        <path d={arch(270, 70, 380)} fillOpacity={0.04} />
        <path d={arch(270, 160, 290)} fillOpacity={0.05} />
      </g>
      <g style={{ fill: action }}>
        <path d={arch(270, 250, 200)} fillOpacity={0.4} />
        <path d={arch(270, 340, 110)} />
      </g>
      <g style={{ fill: secondary }}>
        <path d={arch(810, 300, 210)} fillOpacity={0.55} />
        <path d={arch(810, 390, 120)} fillOpacity={0.75} />
      </g>
      <rect width="880" height="900" style={{ fill: 'url(#molde-cover-fade)' }} />
    </svg>
  );
}
