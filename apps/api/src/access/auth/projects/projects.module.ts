import { Module } from '@nestjs/common';
import { AuthModule } from '../auth.module';
import { ProjectsController } from './projects.controller';

/** The projects of the installation, for its administrators. */
@Module({ imports: [AuthModule], controllers: [ProjectsController] })
export class ProjectsModule {}
