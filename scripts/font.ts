/** `npm run font`: makes `app/font/inter.woff2` again. The file is committed; a test compares it with this result. */
import { writeFile } from 'node:fs/promises'
import { makeFont } from './make-font.ts'

const FONT = 'app/font/inter.woff2'

const font = await makeFont()
await writeFile(FONT, font)
process.stdout.write(`${FONT}: ${font.length} bytes\n`)
