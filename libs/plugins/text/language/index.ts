export { openLanguageDetector, type LanguageDetector, type DetectedLanguage } from './detect';
