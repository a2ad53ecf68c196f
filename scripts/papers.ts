/** Draws one paper of each kind into docs/papers, for programs that check PDFs: `npm run papers`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { EACH_PAPER } from '../tests/each-paper'

mkdirSync('docs/papers', { recursive: true })
for (const [file, draw] of Object.entries(EACH_PAPER)) writeFileSync(`docs/papers/${file}`, await draw())
