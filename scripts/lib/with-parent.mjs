// Preloaded (`node --import`) into a program that must end together with its parent, however that one ends.
import { stopWithParent } from './parent.mjs';

stopWithParent();
