import { href } from 'react-router'
import { destinationFrom, signInPath } from '../../accounts/destination.rules'
import { findMember } from '../../accounts/session/session.server'
import { redirectWith } from '../../http/toasts.server'
import { download, downloadOrExplain, plainAnswer } from '../../storage/downloads.server'
import { FAILED_DOWNLOAD, MISSING_DOCUMENT } from '../rules'
import { documents } from '../stored.server'
import type { Route } from './+types/download.resource'
import { documentFor } from './queries.server'

export function loader(args: Route.LoaderArgs) {
  return downloadOrExplain(args.request, href('/corsi'), FAILED_DOWNLOAD, () => respond(args))
}

/**
 * Answers with the document, or with 404 if the reader may not read it. A visitor is sent to sign in for a document for
 * participants.
 */
async function respond({ request, params, context, url }: Route.LoaderArgs) {
  // A public document is answered without reading the session.
  const documentForVisitor = await documentFor(null, params.document)
  const needsMember = documentForVisitor !== undefined && !documentForVisitor.isPublic
  const member = needsMember ? await findMember(request, context) : null
  const document = member ? await documentFor(member, params.document) : documentForVisitor
  if (!document) return notFound()
  if (!document.readable)
    return !member && document.visibility === 'iscritti' ? redirectToSignIn(url) : notFound()
  const file = {
    path: document.filePath,
    name: document.fileName,
    type: document.fileType,
    // The visibility can change: public documents are revalidated, others never stored.
    cacheControl: document.isPublic ? 'no-cache' : 'private, no-store',
  }
  return downloadOrExplain(request, document.page, FAILED_DOWNLOAD, () => download(request, documents, file))
}

const notFound = () => plainAnswer(MISSING_DOCUMENT, 404)

function redirectToSignIn({ pathname }: URL) {
  return redirectWith(signInPath(destinationFrom(pathname)), {
    tone: 'neutral',
    title: 'Accesso richiesto',
    description: 'Accedi per scaricare i documenti dei tuoi corsi.',
  })
}
