import { Input, Link, makeStyles, tokens } from '@fluentui/react-components';
import { Location20Regular } from '@fluentui/react-icons/svg/location';
import { useId, useState } from 'react';
import { useText } from '../../../engine/react/index.ts';
import { FieldFrame } from '../../../ui/index.ts';
import { mapOf, placeOf } from '../core/place.ts';
import { useOpenChat } from '../open-chat.ts';
import { SendDialog, type SendProps } from './SendDialog.tsx';

/** Most characters of a name and of an address. */
const mostText = 1000;

const useStyles = makeStyles({
  preview: {
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    minHeight: '32px',
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
});

/** Composes a location: where it is as people copy it from a map, and what is there. */
export default function SendPlace({ chat, replyTo, onSent, onClose }: SendProps) {
  const styles = useStyles();
  const t = useText();
  const id = useId();
  const { sync } = useOpenChat();
  const [where, setWhere] = useState('');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const place = placeOf(where);
  const isWrong = where.trim() !== '' && place === null;
  return (
    <SendDialog
      title={t('chat.place.title')}
      disabled={place === null}
      reason={place === null ? t(isWrong ? 'chat.place.unknown' : 'chat.place.missing') : ''}
      onSubmit={() => {
        const location = { ...place!, name: name.trim(), address: address.trim() };
        const text = location.name || location.address || `${location.latitude}, ${location.longitude}`;
        sync.send(chat, { type: 'location', text, body: { location } }, replyTo);
        onSent();
      }}
      onClose={onClose}
    >
      <FieldFrame
        id={`${id}-where`}
        label={t('chat.place.where')}
        hint={t('chat.place.hint')}
        error={isWrong ? t('chat.place.unknown') : undefined}
        required
      >
        <Input
          id={`${id}-where`}
          value={where}
          placeholder="-19.932, -43.938"
          aria-required
          aria-invalid={isWrong}
          aria-describedby={`${id}-where-note`}
          onChange={(_, { value }) => setWhere(value)}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-name`} label={t('chat.place.name')}>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={mostText}
          onChange={(_, { value }) => setName(value)}
        />
      </FieldFrame>
      <FieldFrame id={`${id}-address`} label={t('chat.place.address')}>
        <Input
          id={`${id}-address`}
          value={address}
          maxLength={mostText}
          onChange={(_, { value }) => setAddress(value)}
        />
      </FieldFrame>
      <div className={styles.preview} aria-live="polite">
        {place && (
          <>
            <Location20Regular />
            <span>
              {place.latitude}, {place.longitude}
            </span>
            <Link href={mapOf(place.latitude, place.longitude)} target="_blank" rel="noopener noreferrer">
              {t('chat.openMap')}
            </Link>
          </>
        )}
      </div>
    </SendDialog>
  );
}
