import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { moldeToken, priorityNames, type MoldeToken } from '../../ui/index.ts';

const paths = {
  urgent: ['M4 8l4-4 4 4', 'M4 12l4-4 4 4'],
  high: ['M4 10l4-4 4 4'],
  medium: ['M4 6h8', 'M4 10h8'],
  low: ['M4 6l4 4 4-4'],
};

/** A priority as its sign and colour; the text beside it, or its label, says it in words. */
export function PriorityMark({ name, label }: { name: string; label: string }) {
  const known = priorityNames.find((one) => one === name) ?? 'low';
  const color = moldeToken(`priority${known.charAt(0).toUpperCase()}${known.slice(1)}` as MoldeToken);
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke={color}
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={label}
    >
      {paths[known].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

const useStyles = makeStyles({
  tag: {
    display: 'inline-block',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '0 6px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    lineHeight: '18px',
  },
});

export function TagMark({ title, className }: { title: string; className?: string }) {
  return <span className={mergeClasses(useStyles().tag, className)}>{title}</span>;
}
