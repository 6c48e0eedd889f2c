import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanMonaco } from '../scripts/lib/lean-monaco.mjs';

/** Not the product's: stories show the words of the schemas, which the product's build leaves out. */
export default defineConfig({
  plugins: [react(), leanMonaco],
  build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
});
