import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { defineTarget } from './target.ts'

const BY_EMAIL = { ...BY_NUMBER, template: '{email}' }

/**
 * Directories of Microsoft and Google. The archives for Microsoft hold a script that sets every photo. HR passes the
 * archive on, and IT finds its steps in the instructions.
 */
export const DIRECTORY_TARGETS = [
  // Graph takes at most 4 MB and keeps squares up to 648 pixels; without a mailbox it refuses more than 100 kB
  // (learn.microsoft.com/graph/api/profilephoto-update). `source` decides which side wins, and takes up to 24 hours
  // (learn.microsoft.com/graph/profilephoto-configure-settings).
  defineTarget({
    id: 'microsoft-365',
    name: { de: 'Microsoft 365 (Teams, Outlook, Entra)', en: 'Microsoft 365 (Teams, Outlook, Entra)' },
    search_words: {
      de: 'Office, Exchange, Azure AD, Profilbild',
      en: 'Office, Exchange, Azure AD, profile picture',
    },
    how: {
      de: 'Geben Sie dieses ZIP Ihrer IT. Darin steht, was sie damit tun muss; danach sind die Fotos innerhalb eines Tages in Teams und Outlook zu sehen.',
      en: 'Give this ZIP to your IT. It says what they have to do with it; after that, the photos appear in Teams and Outlook within a day.',
    },
    instructions: {
      de: `Für die IT. Das Skript set-microsoft-365-photos.ps1 setzt jedes Foto bei dem Konto, dessen Anmeldename (UPN) die E-Mail-Adresse ist.

Modul: Install-Module Microsoft.Graph.Users
Rechte: ProfilePhoto.ReadWrite.All und User.ReadBasic.All (delegiert; das Skript fragt bei der Anmeldung danach)
Windows sperrt Skripte aus einem Download: Unblock-File .\\set-microsoft-365-photos.ps1; lässt die Ausführungsrichtlinie nur signierte zu, vorher Set-ExecutionPolicy -Scope Process RemoteSigned
Probe: .\\set-microsoft-365-photos.ps1 -WhatIf (sucht jedes Konto, nennt, wer nicht gefunden wird, und ändert nichts)
Setzen: .\\set-microsoft-365-photos.ps1

Von jedem Foto gibt es zwei Dateien. Konten ohne Postfach nehmen höchstens 100 kB an; lehnt Microsoft 365 das große Foto ab, setzt das Skript das kleine (-small) und sagt es.
Steht photoUpdateSettings.source im Mandanten auf onPremises, kommen seine Fotos aus dem lokalen Active Directory, und Microsoft 365 lehnt diese hier ab. Dann ist „Active Directory (thumbnailPhoto)“ das richtige System.
Änderungen sind in allen Programmen nach spätestens 24 Stunden zu sehen.`,
      en: `For IT. The script set-microsoft-365-photos.ps1 sets each photo on the account whose sign-in name (UPN) is the e-mail address.

Module: Install-Module Microsoft.Graph.Users
Permissions: ProfilePhoto.ReadWrite.All and User.ReadBasic.All (delegated; the script asks for them at sign-in)
Windows blocks scripts from a download: Unblock-File .\\set-microsoft-365-photos.ps1; where the execution policy wants signed ones, first Set-ExecutionPolicy -Scope Process RemoteSigned
Try: .\\set-microsoft-365-photos.ps1 -WhatIf (looks for each account, names who is not found, and changes nothing)
Set: .\\set-microsoft-365-photos.ps1

There are two files of each photo. Accounts without a mailbox take at most 100 kB; when Microsoft 365 refuses the large photo, the script sets the small one (-small) and says so.
Where photoUpdateSettings.source of the tenant is onPremises, its photos come from the local Active Directory, and Microsoft 365 refuses these. Then “Active Directory (thumbnailPhoto)” is the right system.
Changes are seen in all programs after 24 hours at the latest.`,
    },
    naming: BY_EMAIL,
    renditions: [
      { rendering: { width: 648, height: 648, format: 'jpeg', max_bytes: 4_000_000 } },
      { suffix: '-small', rendering: { width: 240, height: 240, format: 'jpeg', max_bytes: 100_000 } },
    ],
    overrides: ['naming', 'variant'],
    manifests: [{ kind: 'script', script: 'microsoft-365' }],
  }),
  // thumbnailPhoto holds 102,400 bytes (learn.microsoft.com/windows/win32/adschema/a-thumbnailphoto). Older directory
  // syncs skip photos above 10 kB, and desktop programs expect 96 × 96.
  defineTarget({
    id: 'active-directory',
    name: { de: 'Active Directory (thumbnailPhoto)', en: 'Active Directory (thumbnailPhoto)' },
    search_words: {
      de: 'Windows, AD, LDAP, Outlook, Profilbild',
      en: 'Windows, AD, LDAP, Outlook, profile picture',
    },
    how: {
      de: 'Geben Sie dieses ZIP Ihrer IT. Darin steht, was sie damit tun muss, damit die Fotos im Verzeichnis Ihres Unternehmens stehen.',
      en: 'Give this ZIP to your IT. It says what they have to do with it to put the photos into your company’s directory.',
    },
    instructions: {
      de: `Für die IT. Das Skript set-active-directory-photos.ps1 sucht jedes Konto über die E-Mail-Adresse (mail oder userPrincipalName) und setzt sein Attribut thumbnailPhoto.

Modul: ActiveDirectory (RSAT)
Recht: Schreiben des Attributs thumbnailPhoto
Windows sperrt Skripte aus einem Download: Unblock-File .\\set-active-directory-photos.ps1; lässt die Ausführungsrichtlinie nur signierte zu, vorher Set-ExecutionPolicy -Scope Process RemoteSigned
Probe: .\\set-active-directory-photos.ps1 -WhatIf (sucht jedes Konto, nennt, wer nicht oder mehrfach gefunden wird, und ändert nichts)
Setzen: .\\set-active-directory-photos.ps1

Mit Microsoft 365 verbunden: Nur wenn im Mandanten photoUpdateSettings.source auf onPremises steht, gelten diese Fotos auch dort; steht es auf cloud, bleiben sie im Active Directory, und „Microsoft 365 (Teams, Outlook, Entra)“ ist das richtige System. Eine Änderung dieser Einstellung wirkt innerhalb von 24 Stunden.`,
      en: `For IT. The script set-active-directory-photos.ps1 finds each account by its e-mail address (mail or userPrincipalName) and sets its attribute thumbnailPhoto.

Module: ActiveDirectory (RSAT)
Permission: to write the attribute thumbnailPhoto
Windows blocks scripts from a download: Unblock-File .\\set-active-directory-photos.ps1; where the execution policy wants signed ones, first Set-ExecutionPolicy -Scope Process RemoteSigned
Try: .\\set-active-directory-photos.ps1 -WhatIf (looks for each account, names who is not found or found more than once, and changes nothing)
Set: .\\set-active-directory-photos.ps1

Connected to Microsoft 365: these photos count there only where photoUpdateSettings.source of the tenant is onPremises; where it is cloud, they stay in Active Directory, and “Microsoft 365 (Teams, Outlook, Entra)” is the right system. A change of this setting takes effect within 24 hours.`,
    },
    naming: BY_EMAIL,
    renditions: [{ rendering: { width: 96, height: 96, format: 'jpeg', max_bytes: 10_240 } }],
    overrides: ['naming', 'variant'],
    manifests: [{ kind: 'script', script: 'active-directory' }],
  }),
  // JPEG up to 5 MB (support.google.com/a/answer/6371005; an older page says 100 kB and 500 × 500, which satisfies
  // both). The table is for GAM (github.com/GAM-team/GAM, wiki/Users-Photo). Since version 7.34.09 GAM first deletes a
  // photo set by the user, which Google would keep otherwise.
  defineTarget({
    id: 'google-workspace',
    name: { de: 'Google Workspace', en: 'Google Workspace' },
    search_words: {
      de: 'Gmail, Google, GAM, Profilbild',
      en: 'Gmail, Google, GAM, profile picture',
    },
    how: {
      de: 'Geben Sie dieses ZIP Ihrer IT. Darin steht, wie sie die Fotos mit GAM bei allen Konten auf einmal setzt.',
      en: 'Give this ZIP to your IT. It says how they set the photos of all accounts at once with GAM.',
    },
    instructions: {
      de: `Für die IT. photos.csv nennt zu jeder E-Mail-Adresse die Datei. Die E-Mail-Adresse muss die primäre Adresse oder ein Alias des Kontos sein.

Nötig: GAM ab Version 7.34.09 (github.com/GAM-team/GAM). Ältere Versionen melden Erfolg, aber ein Foto, das die Person selbst gesetzt hat, bleibt.
Achtung: GAM löscht vorher das Foto, das ein Konto schon hat.
Recht: Administration mit Zugriff auf Nutzer
Im Ordner mit den entpackten Dateien: gam csv photos.csv gam user "~email" update photo "~filename"
Ein Foto wieder entfernen: gam user NAME@HOST delete photo`,
      en: `For IT. photos.csv names the file for each e-mail address. The e-mail address must be the primary address or an alias of the account.

Needed: GAM from version 7.34.09 on (github.com/GAM-team/GAM). Older versions report success, but a photo that the person has set stays.
Attention: GAM first deletes the photo that an account has already.
Permission: an administrator who may manage users
In the folder of the unpacked files: gam csv photos.csv gam user "~email" update photo "~filename"
To remove a photo again: gam user NAME@HOST delete photo`,
    },
    naming: BY_EMAIL,
    renditions: [{ rendering: { width: 500, height: 500, format: 'jpeg', max_bytes: 100_000 } }],
    overrides: ['naming', 'variant'],
    manifests: [
      {
        kind: 'table',
        file: 'photos.csv',
        separator: ',',
        formulas: 'raw',
        columns: [
          { header: 'email', value: '{email}' },
          { header: 'filename', value: '{file}' },
        ],
      },
    ],
  }),
]
