import { findMember, memberOnConsole } from '../../app/accounts/session/session.server'
import { signIn } from '../../app/accounts/sign-in/commands.server'
import { openDatabase } from '../../app/database/client.server'
import { aContext, aRequest, aVisitor } from '../people'

/** Visits with a cookie, then signs in. */
const { EMAIL = '', PASSWORD = '', COOKIE = '' } = process.env
await openDatabase()
console.log('session:', (await findMember(aRequest('/', COOKIE), aContext()))?.email ?? 'nobody')
const entered = await signIn(aVisitor(), { email: EMAIL, password: PASSWORD })
console.log('password:', entered.ok ? (await memberOnConsole(EMAIL))?.email : entered.refusal)
process.exit()
