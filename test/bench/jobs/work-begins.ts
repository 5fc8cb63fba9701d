/** Import it first if the imports of a job are part of its work. */
import { beginWork } from './work.ts';

beginWork();
