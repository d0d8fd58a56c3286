import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/accounts/schema.ts',
  out: './server/accounts/migrations',
  casing: 'snake_case',
})
