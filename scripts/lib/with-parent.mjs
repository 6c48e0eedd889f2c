// Loaded before a program (`node --import`) that must not outlive who started it, however that one ends.
import { stopWithParent } from './parent.mjs';

stopWithParent();
