import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanMonaco } from '../scripts/lib/lean-monaco.mjs';

/** Unlike the product's build, stories contain the descriptions of the schemas. */
export default defineConfig({
  plugins: [react(), leanMonaco],
  build: { target: 'es2022', chunkSizeWarningLimit: 4_000 },
});
