import { P, TextLink } from '../../mail/layout'
import type { Email } from '../../mail/outbox.server'
import { env } from '../../runtime/env.server'
import { type Addressee, securityEmail } from '../emails'
import { SECOND_FACTOR_PATH } from '../pages.rules'
import { FEW_BACKUP_CODES } from './rules'

const secondFactorUrl = env.publicOrigin + SECOND_FACTOR_PATH

export function secondFactorOn(to: Addressee): Email {
  return securityEmail(to, 'second-factor-on', 'È stata attivata la verifica in due passaggi', {
    preview: 'D’ora in poi per accedere servono la password e un codice.',
    children: (
      <P>
        da adesso per accedere al tuo account servono la password e il codice della tua app. Conserva i codici
        di recupero in un posto sicuro: ti servono se perdi il telefono.
      </P>
    ),
  })
}

export function secondFactorOff(to: Addressee): Email {
  return securityEmail(to, 'second-factor-off', 'È stata disattivata la verifica in due passaggi', {
    preview: 'Per accedere basta di nuovo la password.',
    children: (
      <P>
        per accedere al tuo account basta di nuovo la password. Puoi riattivare la verifica quando vuoi, dalla{' '}
        <TextLink href={secondFactorUrl}>Dashboard</TextLink>.
      </P>
    ),
  })
}

export function secondFactorRemoved(to: Addressee): Email {
  return securityEmail(to, 'second-factor-removed', 'È stata disattivata la verifica in due passaggi', {
    preview: 'L’ha disattivata la segreteria.',
    children: (
      <P>
        la segreteria ha disattivato la verifica in due passaggi del tuo account e ha terminato i tuoi accessi
        su tutti i dispositivi. Per accedere basta di nuovo la password: dopo l’accesso puoi riattivare la
        verifica dalla <TextLink href={secondFactorUrl}>Dashboard</TextLink>.
      </P>
    ),
  })
}

export function backupCodesRenewed(to: Addressee): Email {
  return securityEmail(to, 'backup-codes-renewed', 'Hai nuovi codici di recupero', {
    preview: 'Quelli di prima non funzionano più.',
    children: (
      <P>
        sono stati creati nuovi codici di recupero per il tuo account. Quelli di prima non funzionano più.
      </P>
    ),
  })
}

/** `codesLeft`: the number of unused backup codes. */
export function backupCodeUsed({ codesLeft, ...to }: Addressee & { codesLeft: number }): Email {
  const codesLeftInWords =
    codesLeft === 1 ? 'Te ne resta uno' : codesLeft === 0 ? 'Era l’ultimo' : `Te ne restano ${codesLeft}`
  return securityEmail(to, 'backup-code-used', 'È stato usato un codice di recupero', {
    preview: `${codesLeftInWords}.`,
    children: (
      <>
        <P>qualcuno è entrato nel tuo account con la password e un codice di recupero. {codesLeftInWords}.</P>
        {codesLeft <= FEW_BACKUP_CODES && (
          <P>
            {codesLeft === 0 ? 'Creane subito di nuovi' : 'Creane di nuovi'} dalla{' '}
            <TextLink href={secondFactorUrl}>Dashboard</TextLink>
            {codesLeft === 0 ? ': senza, se perdi il telefono non entri più.' : ', prima che finiscano.'}
          </P>
        )}
      </>
    ),
  })
}
