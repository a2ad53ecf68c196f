import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [reactRouter()],
  // The server's own entry: one bundle holds the HTTP server and the application, so they share the database.
  environments: { ssr: { build: { target: 'node24', rollupOptions: { input: './server.ts' } } } },
})
