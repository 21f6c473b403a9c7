import type { ArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { toPhotoList, toPowerShellFile, toPowerShellString } from './powershell.ts'

type ScriptFrame = {
  /** The PowerShell module that it needs. */
  module: string
  /** Each has `User`, `File` and what else `setPhoto` reads of `$photo`. */
  rows: Record<string, string>[]
  /** Runs once, before the first photo. */
  prepare: string[]
  /** Sets the photo of `$photo` from the file `$path`; throws when it cannot. */
  setPhoto: string[]
}

/**
 * A script that sets each person's photo and goes on when one fails; the failed are listed at the end, and the exit
 * code tells of them. With `-WhatIf` it only shows what it would do.
 */
export function writeScript({ module, rows, prepare, setPhoto }: ScriptFrame, texts: ArchiveTexts): Buffer {
  const action = toPowerShellString(texts('script.action'))
  // PowerShell puts the numbers in.
  const summary = toPowerShellString(texts('script.summary', { set: '{0}', count: '{1}' }))
  return toPowerShellFile([
    '#Requires -Version 5.1',
    `#Requires -Modules ${module}`,
    `# ${texts('script.check')}`,
    '[CmdletBinding(SupportsShouldProcess)]',
    'param()',
    '',
    'Set-StrictMode -Version Latest',
    "$ErrorActionPreference = 'Stop'",
    '',
    ...toPhotoList(rows),
    '',
    ...prepare,
    '$set = 0',
    '$failed = 0',
    'foreach ($photo in $photos) {',
    '    try {',
    '        $path = [System.IO.Path]::Combine($PSScriptRoot, $photo.File)',
    `        if ($PSCmdlet.ShouldProcess($photo.User, ${action})) {`,
    ...setPhoto.map(line => `            ${line}`),
    '            $set++',
    '        }',
    '    } catch {',
    '        $failed++',
    "        Write-Warning ('{0}: {1}' -f $photo.User, $_.Exception.Message)",
    '    }',
    '}',
    `Write-Host (${summary} -f $set, $photos.Count)`,
    'if ($failed -gt 0) { exit 1 }',
  ])
}
