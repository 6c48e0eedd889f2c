import { expect } from 'storybook/test';
import { widgetStories } from '../../src/stories/index.ts';
import definition from './index.ts';

const stories = widgetStories(definition, {
  samples: [
    {
      props: {
        src: '/favicon.svg',
        alt: '$story.title',
        caption: '$story.subtitle',
        ratio: '16:9',
        width: 240,
      },
    },
    { props: { src: '/no-such-picture.png', alt: '$story.people' } },
  ],
  emptyIsNothing: true,
});

export default { ...stories.meta };

export const Empty = stories.empty();
export const Loading = stories.loading();
export const Failed = stories.failed();
export const Forbidden = stories.forbidden();
export const Dense = stories.dense();
export const LongTexts = stories.longTexts();
export const Portuguese = stories.portuguese();
export const English = stories.english();
export const Spanish = stories.spanish();
export const Narrow = stories.narrow();
export const Wide = stories.wide();
export const Dark = stories.dark();
export const OfAnotherSite = stories.other({
  props: { src: 'https://pictures.example/photo.png', alt: 'Fachada' },
  see: 'Imagem de pictures.example',
  async play({ canvas }) {
    const placeholder = await canvas.findByRole('group', { name: 'Fachada' });
    await expect(placeholder.querySelector('img, iframe')).toBeNull();
    await expect(await canvas.findByRole('button', { name: 'Carregar imagem' })).toBeEnabled();
  },
});
