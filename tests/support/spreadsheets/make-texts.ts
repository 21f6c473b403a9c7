/** Writes the delimited texts of the corpus again: `node tests/support/spreadsheets/make-texts.ts`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeTexts } from './write-texts.ts'

for (const { name, bytes } of writeTexts()) writeFileSync(join(import.meta.dirname, 'files', name), bytes)
