import { makeStyles } from '@fluentui/react-components';
import { moldeToken } from '../../ui/index.ts';

const useStyles = makeStyles({
  logo: { display: 'block', maxHeight: '32px', maxWidth: '100%', objectFit: 'contain' },
  row: { display: 'inline-flex', alignItems: 'center', gap: '10px', minWidth: 0 },
  name: {
    fontSize: moldeToken('fontSizeBase500'),
    lineHeight: moldeToken('lineHeightBase500'),
    fontWeight: moldeToken('fontWeightBold'),
    letterSpacing: '-0.01em',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
});

/** Molde's logo, an arch within a frame. `frame` and `hole` are CSS colours. */
export function MoldeLogo({ size, frame, hole }: { size: number; frame: string; hole: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path style={{ fill: frame }} d="M4 2h24a2 2 0 0 1 2 2v26H2V4a2 2 0 0 1 2-2z" />
      <path style={{ fill: hole }} d="M16 6a9 9 0 0 0-9 9v15h18V15a9 9 0 0 0-9-9z" />
      <path style={{ fill: moldeToken('tenantAction') }} d="M16 11a5 5 0 0 0-5 5v14h10V16a5 5 0 0 0-5-5z" />
    </svg>
  );
}

/** The tenant's logo, else Molde's with the tenant's name. */
export function TenantLogo({
  logo,
  name,
  compact = false,
}: {
  logo: string | null;
  name: string;
  compact?: boolean;
}) {
  const styles = useStyles();
  if (logo) return <img className={styles.logo} src={logo} alt={name} />;
  return (
    <span className={styles.row}>
      <MoldeLogo size={24} frame="currentColor" hole={moldeToken('menuBackground')} />
      {compact ? null : <span className={styles.name}>{name}</span>}
    </span>
  );
}
