import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './app/database/schema.ts',
  out: './migrations',
  casing: 'snake_case',
})
