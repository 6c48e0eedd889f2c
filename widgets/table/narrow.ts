// What only narrow screens draw, in a file that wide ones never ask for.
export { Cards } from './Cards.tsx';
export { NarrowHead } from './NarrowHead.tsx';
