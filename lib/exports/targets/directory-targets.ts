import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

const BY_EMAIL = { ...BY_NUMBER, template: '{email}' }

/** Microsoft's directories. Each archive holds a script that sets every photo. */
export const DIRECTORY_TARGETS = [
  // Graph takes at most 4 MB and keeps squares up to 648 pixels (learn.microsoft.com, profilePhoto: Update).
  defineTarget({
    id: 'microsoft-365',
    name: { de: 'Microsoft 365 (Teams, Outlook, Entra)', en: 'Microsoft 365 (Teams, Outlook, Entra)' },
    how: {
      de: 'Entpacken Sie das ZIP und führen Sie set-microsoft-365-photos.ps1 in PowerShell aus, mit einem Konto, das Profilfotos ändern darf. Das Skript setzt jedes Foto bei dem Konto, dessen Anmeldename (UPN) die E-Mail-Adresse ist.',
      en: 'Unpack the ZIP and run set-microsoft-365-photos.ps1 in PowerShell with an account that may change profile photos. The script sets each photo on the account whose sign-in name (UPN) is the e-mail address.',
    },
    naming: BY_EMAIL,
    renditions: [{ rendering: { width: 648, height: 648, format: 'jpeg', max_bytes: 4_000_000 } }],
    overrides: ['naming', 'variant'],
    manifests: [{ kind: 'script', script: 'microsoft-365' }],
  }),
  // thumbnailPhoto holds 102,400 bytes, but directory sync to Exchange Online passes over more than 10 KB.
  defineTarget({
    id: 'active-directory',
    name: { de: 'Active Directory (thumbnailPhoto)', en: 'Active Directory (thumbnailPhoto)' },
    how: {
      de: 'Entpacken Sie das ZIP auf einem Rechner mit dem PowerShell-Modul ActiveDirectory und führen Sie dort set-active-directory-photos.ps1 aus. Das Skript sucht jedes Konto über die E-Mail-Adresse und setzt sein Attribut thumbnailPhoto.',
      en: 'Unpack the ZIP on a computer with the PowerShell module ActiveDirectory and run set-active-directory-photos.ps1 there. The script finds each account by its e-mail address and sets its attribute thumbnailPhoto.',
    },
    naming: BY_EMAIL,
    renditions: [{ rendering: { width: 96, height: 96, format: 'jpeg', max_bytes: 10_240 } }],
    overrides: ['naming', 'variant'],
    manifests: [{ kind: 'script', script: 'active-directory' }],
  }),
]
