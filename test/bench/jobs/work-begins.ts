/** Imported first by a job whose imports are part of its work. */
import { beginWork } from './work.ts';

beginWork();
